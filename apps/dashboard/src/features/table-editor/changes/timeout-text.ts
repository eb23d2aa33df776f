import { AppError, isAppError } from '@colonnade/core'

/** How long a statement ran before its time limit stopped it: "60 seconds". */
function limitText({ details }: AppError): string {
  const limit = details['timeout_ms']
  if (typeof limit !== 'number') return 'its time limit'
  if (limit < 120_000) return limit === 1_000 ? '1 second' : `${(limit / 1_000).toLocaleString('en-US')} seconds`
  return `${(limit / 60_000).toLocaleString('en-US')} minutes`
}

/** For a statement that ran out of time: what was stopped, after how long, and what to do; null for any other error. */
export function timeoutText(error: unknown, what: string, advice: string): string | null {
  if (!isAppError(error) || error.code !== 'statement_timeout') return null
  return `${what} took longer than ${limitText(error)} and was stopped. ${advice}`
}

/** An error of reading rows, in words that say what to do where Postgres only says that it stopped. */
export function readError(error: unknown): unknown {
  const text = timeoutText(
    error,
    'Reading these rows',
    'Filter or sort by columns that have an index, or take a sort away; a query in the SQL editor can be given more time.',
  )
  return text !== null && isAppError(error) ? new AppError(error.code, error.details, { message: text, cause: error }) : error
}
