import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../actions/button.tsx'
import { cn } from '../class-names.ts'
import { Badge } from './badge.tsx'

export interface UpcomingChangeProps {
  readonly title: string
  readonly children?: ReactNode
  readonly badge?: string
  /** Where the change is announced; opens a new tab. */
  readonly href?: string
  readonly buttonText?: string
  readonly className?: string
}

/** Something that will work differently soon. The default texts are the specification's (§2), letter by letter. */
export function UpcomingChange({
  title,
  children,
  badge = 'Upcoming change',
  href,
  buttonText = 'Read the accouncement',
  className,
}: UpcomingChangeProps) {
  return (
    <section
      aria-label={title}
      className={cn('flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-md border bg-surface px-4 py-3', className)}
    >
      <div className="flex min-w-0 flex-1 basis-64 flex-col items-start gap-1.5">
        <Badge tone="accent">{badge}</Badge>
        <p className="font-medium">{title}</p>
        {children !== undefined && <div className="text-soft">{children}</div>}
      </div>
      {href !== undefined && (
        <a href={href} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
          <ExternalLink aria-hidden />
          {buttonText}
        </a>
      )}
    </section>
  )
}
