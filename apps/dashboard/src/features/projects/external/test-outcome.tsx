import type { ExternalServerReport } from '@colonnade/contracts/projects/external-servers'
import { CircleCheck } from 'lucide-react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { foundText } from './messages.ts'

export interface TestOutcomeProps {
  readonly report: ExternalServerReport | undefined
  readonly error: Error | null
}

/** Shows the result of a connection test, or its error; nothing before the first test. */
export function TestOutcome({ report, error }: TestOutcomeProps) {
  if (error) return <ErrorNotice error={error} />
  if (!report) return null
  return (
    <output className="flex items-start gap-2 rounded-md border bg-raised px-3 py-2 text-sm text-soft">
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
      <span className="min-w-0 wrap-anywhere">{foundText(report)}</span>
    </output>
  )
}
