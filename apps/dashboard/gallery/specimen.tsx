import { cn } from '@colonnade/ui'
import type { ReactNode } from 'react'

/** One state of a component, with a line that says which. */
export function Specimen({ title, children, className }: { readonly title: string; readonly children: ReactNode; readonly className?: string }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="text-xs text-faint">{title}</h3>
      <div className={cn('flex min-w-0 flex-1 flex-wrap items-start gap-3 rounded-lg border bg-surface p-4', className)}>{children}</div>
    </section>
  )
}

/** The states of one component side by side. */
export function Specimens({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-base font-semibold">{title}</h2>
      <div className="grid grid-cols-1 gap-x-4 gap-y-5 lg:grid-cols-2">{children}</div>
    </section>
  )
}
