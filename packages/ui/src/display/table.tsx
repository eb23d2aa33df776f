import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'
import { useIsCut } from './use-is-cut.ts'

/** A plain table for short lists. Rows are 28 px or more, numbers go to the right with `isNumber`. */
export function Table({ className, label, ...props }: ComponentProps<'table'> & { readonly label: string }) {
  const [scroller, isCut] = useIsCut()
  return (
    <div className="relative min-w-0">
      {/* positioned, so that text for screen readers in a column that is scrolled away does not widen the page */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section ref={scroller} tabIndex={0} aria-label={label} className="relative overflow-x-auto rounded-md border">
        <table {...props} aria-label={label} className={cn('w-full border-collapse text-sm', className)} />
      </section>
      {isCut && (
        <div aria-hidden className="pointer-events-none absolute inset-y-px right-px w-8 rounded-r-md bg-linear-to-l from-surface to-transparent" />
      )}
    </div>
  )
}

export function TableHead({ className, isNumber = false, ...props }: ComponentProps<'th'> & { readonly isNumber?: boolean }) {
  return (
    <th
      scope="col"
      {...props}
      className={cn('h-8 border-b bg-surface px-3 text-left text-xs font-medium whitespace-nowrap text-faint', isNumber && 'text-right', className)}
    />
  )
}

export function TableCell({ className, isNumber = false, ...props }: ComponentProps<'td'> & { readonly isNumber?: boolean }) {
  return (
    <td {...props} className={cn('h-9 border-b border-line px-3 [tr:last-child>&]:border-b-0', isNumber && 'text-right tabular-nums', className)} />
  )
}
