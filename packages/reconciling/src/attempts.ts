import { AppError, type Failpoint, type Logger, toAppError } from '@colonnade/core'
import { setTimeout as sleep } from 'node:timers/promises'
import { stepAttempts, stepRetryDelayMs } from './limits.ts'

export interface StepAttempts {
  readonly logger: Logger
  readonly failpoint: Failpoint
  readonly stopping: AbortSignal
  /** What the failpoints before and after it are called by, e.g. "projects.claim". */
  readonly name: string
  /** Whose step it is. */
  readonly of: string
  readonly deadlineMs: number
}

/** Does a step, again where that may help. Returns the error that it gives up for; null when it is to stop. */
export async function attemptStep<T extends object>(step: StepAttempts, work: () => Promise<T>): Promise<T | AppError | null> {
  const { logger, failpoint, stopping, name, of } = step
  for (let attempt = 1; ; attempt += 1) {
    await failpoint(`${name}.before`)
    const outcome = await withinDeadline(step, work()).catch(toAppError)
    if (!(outcome instanceof AppError)) {
      await failpoint(`${name}.after`)
      return outcome
    }
    if (stopping.aborted) {
      // what is cut off fails somehow: that it does is no fault
      logger.info('step stopped', { of, step: name, code: outcome.code })
      return null
    }
    logger.warn('step failed', { of, step: name, attempt, error: outcome })
    if (attempt >= stepAttempts || !outcome.retryable) return outcome
    await sleep(stepRetryDelayMs * attempt, undefined, { signal: stopping }).catch(() => {})
  }
}

async function withinDeadline<T>({ name, deadlineMs }: StepAttempts, work: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const deadline = sleep(deadlineMs, undefined, { signal: timer.signal }).then(() => {
    throw new AppError('unavailable', { step: name }, { message: `Not done within ${deadlineMs / 1000} seconds` })
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    timer.abort()
    deadline.catch(() => {})
  }
}
