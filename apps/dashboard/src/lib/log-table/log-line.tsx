import { Badge, CodeBlock, RelativeTime, type Tone } from '@colonnade/ui'
import { ChevronRight } from 'lucide-react'

export interface LogLineProps {
  /** When it was written, in ISO 8601. */
  readonly time: string
  readonly level: { readonly label: string; readonly tone: Tone }
  readonly text: string
  /** What it says besides, as text; null where there is nothing. The line opens to it. */
  readonly details: string | null
}

/** A line of a log: when, how grave, what; with details it opens. */
export function LogLine({ time, level, text, details }: LogLineProps) {
  const head = (
    <>
      <Badge tone={level.tone} className="shrink-0">
        {level.label}
      </Badge>
      <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
      {details !== null && <ChevronRight aria-hidden className="mt-0.5 size-3.5 shrink-0 text-faint transition-transform group-open:rotate-90" />}
    </>
  )
  return (
    <div className="flex items-start gap-x-3 gap-y-1 px-4 py-2 max-sm:flex-col">
      <span className="w-24 shrink-0 text-xs leading-5 text-faint">
        <RelativeTime value={time} />
      </span>
      {details === null ? (
        <div className="flex min-w-0 flex-1 items-start gap-2">{head}</div>
      ) : (
        <details className="group min-w-0 flex-1 max-sm:w-full">
          <summary className="flex cursor-pointer items-start gap-2 rounded-sm">{head}</summary>
          <CodeBlock className="mt-2" label={`details of ${text}`} code={details} isWrapped />
        </details>
      )}
    </div>
  )
}
