import { formatNumber } from '../../../../lib/bytes.ts'
import type { ImportRun } from './import-run.ts'
import { paceText } from './messages.ts'

/** How fast an import is and how far: what stands beside its bar. */
export interface Pace {
  /** From 0 to 1; null while only the database knows. */
  readonly share: number | null
  readonly rows: number
  readonly rowsPerSecond: number | null
  readonly secondsLeft: number | null
}

/** Below this, a rate says nothing yet. */
const leastSeconds = 0.5

export function paceOf({ startedAt, endedAt, sent, progress, order }: ImportRun, now: number): Pace {
  const { size } = order.draft.file
  const seconds = ((endedAt ?? now) - startedAt) / 1_000
  const bytes = Math.min(size, progress?.bytes ?? sent)
  const rows = progress?.rows ?? 0
  const isRead = bytes >= size
  return {
    share: endedAt !== null ? 1 : isRead || size === 0 ? null : bytes / size,
    rows,
    rowsPerSecond: seconds < leastSeconds || rows === 0 ? null : rows / seconds,
    secondsLeft: endedAt !== null || isRead || seconds < leastSeconds || bytes === 0 ? null : (seconds / bytes) * (size - bytes),
  }
}

/** "12 s", "0.4 s", "3 min 5 s", "2 h 10 min" */
export function durationText(seconds: number): string {
  if (seconds < 1) return `${Math.max(0.1, seconds).toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`
  return minutes % 60 === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** "1,000,000 rows in 12 s" */
export function doneText({ progress, startedAt, endedAt }: ImportRun): string {
  const rows = progress?.rows ?? 0
  return paceText.done(formatNumber(rows), rows, durationText(((endedAt ?? startedAt) - startedAt) / 1_000))
}
