import { Cron } from 'croner'
import { invalid } from '../edge-functions/source-form.ts'

/**
 * Returns when a cron line is due next, in UTC.
 *
 * @throws AppError `invalid_input` for a line that can't be read, or that is never due
 */
export function nextOf(line: string, now: number): Date {
  let next: Date | null
  try {
    // the pattern alone is read: nothing is scheduled here
    next = new Cron(line, { mode: '5-part', timezone: 'UTC', paused: true }).nextRun(new Date(now))
  } catch {
    throw invalid('body.cron', `Use a cron line of five fields, such as */5 * * * *: ${JSON.stringify(line)} can't be read.`)
  }
  if (next === null) throw invalid('body.cron', `${JSON.stringify(line)} is never due.`)
  return next
}
