import type { ReactNode } from 'react'

export interface SectionProps {
  readonly title: string
  /** At the end of the title's line. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A part of the form, with its title. */
export function Section({ title, aside, children }: SectionProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 border-b p-4 last:border-b-0">
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="text-sm font-semibold">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
