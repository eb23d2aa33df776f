import { Badge, cn, CopyButton, type Tone } from '@colonnade/ui'
import { ChevronRight } from 'lucide-react'
import { memo, useState } from 'react'
import { entryProps } from '../../../lib/lists/use-list-keys.ts'
import { logText } from '../messages.ts'
import { type EntryKind, type LogEntry, prettyText } from './message-log.ts'

const tones: Readonly<Record<EntryKind, Tone>> = { broadcast: 'accent', presence: 'neutral', changes: 'warning', system: 'neutral', sent: 'neutral' }

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hour12: false })

/** Most characters of a payload shown. All of it can be copied. */
const drawnMost = 100_000

export interface LogRowProps {
  readonly entry: LogEntry
  readonly index: number
  readonly tabIndex: 0 | -1
}

/** Shows a message on one line, which expands to its payload. */
export const LogRow = memo(function LogRow({ entry, index, tabIndex }: LogRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { at, kind, event, summary, preview, tone, advice, text } = entry
  return (
    <li data-index={index}>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary
          {...entryProps}
          tabIndex={tabIndex}
          className="flex min-h-8 cursor-pointer list-none items-center gap-2 px-3 py-1 text-xs hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden"
        >
          <ChevronRight aria-hidden className={cn('size-3.5 shrink-0 text-faint', isOpen && 'rotate-90')} />
          <time dateTime={new Date(at).toISOString()} className="shrink-0 font-mono text-faint tabular-nums">
            {time.format(at)}
          </time>
          <Badge tone={tone === 'neutral' ? tones[kind] : tone}>{logText.kinds[kind]}</Badge>
          <span className="shrink-0 max-w-40 truncate font-mono font-medium">{event}</span>
          <span className={cn('min-w-0 flex-1 truncate max-md:sr-only', kind === 'system' ? '' : 'font-mono text-soft')}>
            {[summary, preview].filter((part) => part !== '').join(' ')}
          </span>
        </summary>
        {isOpen && <Opened {...{ text, summary, advice, tone }} />}
      </details>
    </li>
  )
})

function Opened({ text, summary, advice, tone }: Pick<LogEntry, 'text' | 'summary' | 'advice' | 'tone'>) {
  const pretty = prettyText(text)
  return (
    <div className="flex flex-col gap-2 border-t bg-sunken px-3 py-2 pl-9 text-xs">
      {summary !== '' && <p className={cn('wrap-anywhere', tone === 'danger' && 'text-danger')}>{summary}</p>}
      {advice !== null && <p className="wrap-anywhere text-soft">{advice}</p>}
      <div className="flex items-start gap-2">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
        <pre tabIndex={0} className="max-h-96 min-w-0 flex-1 overflow-auto font-mono leading-5">
          {pretty.slice(0, drawnMost)}
          {pretty.length > drawnMost && '\n…'}
        </pre>
        <CopyButton isIconOnly label={logText.copyOne} text={pretty} />
      </div>
    </div>
  )
}
