import { LoaderCircle } from 'lucide-react'
import { cn } from '../class-names.ts'

/** Work that has no known length. Give it a label where no words beside it say what is going on. */
export function Spinner({ label, className }: { readonly label?: string; readonly className?: string }) {
  return (
    <LoaderCircle
      role={label ? 'status' : undefined}
      aria-label={label}
      aria-hidden={label === undefined}
      className={cn('size-3.5 animate-spin text-current', className)}
    />
  )
}
