import { cn } from '../class-names.ts'

/** The shape of something that is on its way; give it the size of what will come. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={cn('h-4 animate-pulse rounded-sm bg-hover', className)} />
}
