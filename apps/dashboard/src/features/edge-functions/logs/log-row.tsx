import type { FunctionLine, FunctionLogRow } from '@colonnade/contracts/functions/function-logs'
import { Badge, cn, type Tone } from '@colonnade/ui'
import { durationText } from '../duration.ts'
import { logText } from '../messages.ts'

const tones: Readonly<Record<FunctionLine['level'], Tone>> = { debug: 'neutral', info: 'neutral', warning: 'warning', error: 'danger' }

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hour12: false })
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' })

/** Returns the time of a row, to the millisecond. */
export function LogTime({ timestamp }: { readonly timestamp: string }) {
  const time = new Date(timestamp)
  return (
    <time dateTime={timestamp} title={whole.format(time)} className="w-24 shrink-0 font-mono text-xs leading-5 text-faint tabular-nums">
      {clock.format(time)}
    </time>
  )
}

/** Shows one log line, or the start or stop of a worker. */
export function LogRow({ row }: { readonly row: FunctionLogRow }) {
  if (row.kind === 'invocation') return null
  return (
    <div className="flex items-start gap-x-3 px-3 py-1 max-sm:flex-col">
      <LogTime timestamp={row.timestamp} />
      {row.kind === 'line' ? (
        <div className="flex min-w-0 flex-1 items-start gap-2">
          {row.level !== 'info' && (
            <Badge tone={tones[row.level]} className="shrink-0">
              {row.level}
            </Badge>
          )}
          <span
            className={cn('min-w-0 flex-1 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap', row.level === 'error' && 'text-danger')}
          >
            {row.text}
          </span>
        </div>
      ) : (
        <span className="min-w-0 flex-1 text-xs leading-5 text-faint">
          {row.kind === 'boot' ? logText.boot(durationText(row.boot_ms)) : logText.shutdown(logText.reasons[row.reason] ?? row.reason)}
          {` · ${logText.version(row.version)}`}
        </span>
      )}
    </div>
  )
}
