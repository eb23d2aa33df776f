import type { AppError, ErrorCode } from '@colonnade/core'

export interface RunErrorWords {
  readonly kind: 'failed' | 'cancelled' | 'late' | 'lost'
  readonly title: string
  /** What to do about it, where that is known. */
  readonly advice: string | null
}

const advice: Partial<Record<ErrorCode, string>> = {
  insufficient_privilege: 'The database role that this runs as lacks a privilege for it.',
  read_only: 'Your role in this organization may read only. Ask an owner for the developer role to change data.',
  forbidden: 'Ask an owner of the organization for a role that may do this.',
  serialization_failure: 'Nothing was changed. Running it again may succeed.',
  too_many_connections: 'All connections of the database are in use. Try again when one is free.',
  storage_full: 'The disk is full: nothing more can be written until there is room.',
  payload_too_large: 'Run it in parts, or load it with psql.',
  project_not_active: 'Its database runs only while the project is active.',
}

/** What a failed run means, by its code. */
export function explainRunError({ code, message, details }: Pick<AppError, 'code' | 'message' | 'details'>): RunErrorWords {
  switch (code) {
    case 'query_cancelled':
      return { kind: 'cancelled', title: 'Cancelled', advice: 'Postgres stopped it. What was not committed is rolled back.' }
    case 'statement_timeout':
      return {
        kind: 'late',
        title: `Stopped at its time limit${limitText(details['timeout_ms'])}`,
        advice: 'What was not committed is rolled back. Choose a longer limit to let it finish.',
      }
    case 'connection_lost':
      return {
        kind: 'lost',
        title: 'The connection to the database was lost',
        advice: 'Work that was not committed is rolled back. The database may be restarting: your text is safe, run it again in a moment.',
      }
    case 'unavailable':
      return {
        kind: 'lost',
        title: message,
        advice: 'Your text is safe. Whether the statements took effect is not known: look before you run them again.',
      }
    default:
      return { kind: 'failed', title: message, advice: advice[code] ?? null }
  }
}

function limitText(timeoutMs: unknown): string {
  if (typeof timeoutMs !== 'number') return ''
  return timeoutMs < 60_000 ? ` of ${timeoutMs / 1_000} s` : ` of ${timeoutMs / 60_000} min`
}
