import { Cron } from 'croner'
import { invalid } from '../edge-functions/source-form.ts'
import { messages } from '../messages.ts'

/**
 * Returns the next time of a cron expression, in UTC.
 *
 * @throws AppError `invalid_input` for an expression that is invalid or never matches
 */
export function nextOf(line: string, now: number): Date {
  let next: Date | null
  try {
    // only parses the expression: nothing is scheduled here
    next = new Cron(line, { mode: '5-part', timezone: 'UTC', paused: true }).nextRun(new Date(now))
  } catch {
    throw invalid('body.cron', messages.schedule.unreadable(line))
  }
  if (next === null) throw invalid('body.cron', messages.schedule.neverDue(line))
  return next
}
