import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

/** The shape of something that is on its way; give it the size of what will come. */
export function Skeleton({ className, heightPx }: { readonly className?: string; readonly heightPx?: number }) {
  return (
    <span
      aria-hidden
      className={cn('block h-4 animate-pulse rounded-sm bg-hover', className)}
      {...(heightPx !== undefined && { style: { height: heightPx } })}
    />
  )
}

/** Around the skeletons of one part of a page: says once what is on its way. */
export function Loading({
  label,
  children,
  className,
}: {
  readonly label: string
  readonly children: ReactNode
  readonly className?: string | undefined
}) {
  return (
    <output aria-label={`Loading ${label}`} className={cn('block', className)}>
      {children}
    </output>
  )
}

const lineWidths = ['w-full', 'w-11/12', 'w-4/5', 'w-full', 'w-3/5']

/** A paragraph. */
export function SkeletonText({ lines = 3, className }: { readonly lines?: number; readonly className?: string }) {
  return (
    <span className={cn('flex flex-col gap-2', className)}>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className={cn('h-3', index === lines - 1 && lines > 1 ? 'w-2/5' : lineWidths[index % lineWidths.length])} />
      ))}
    </span>
  )
}

const cellWidths = ['w-2/5', 'w-1/4', 'w-1/3', 'w-1/5', 'w-2/5']

/** Lines of a list or a table, each with something at its start and at its end. */
export function SkeletonRows({ rows = 5, className }: { readonly rows?: number; readonly className?: string }) {
  return (
    <span className={cn('flex flex-col ruled', className)}>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className="flex h-9 items-center justify-between gap-4 px-3">
          <Skeleton className={cn('h-3', cellWidths[index % cellWidths.length])} />
          <Skeleton className="h-3 w-12" />
        </span>
      ))}
    </span>
  )
}
