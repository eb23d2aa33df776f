import type { Logger } from '@colonnade/core'
import { setTimeout as sleep } from 'node:timers/promises'
import { reconcileRetryDelayMs } from './limits.ts'

/** Current work on a name. */
export interface Run {
  /** True if a request came since the last read. */
  isRequested: boolean
  /** Called when a request comes. */
  onRequest?: () => void
}

/** Runs work on names: one run at a time per name, several names at once. */
export interface Runs {
  /** Starts a run soon, because something may have changed. */
  look(name: string): void
  /** Does the same because of a request. */
  kick(name: string): void
  /** Resolves when no run of the name is in progress. */
  idle(name: string): Promise<void>
  /** Finishes current runs and starts no new ones. */
  close(): Promise<void>
}

export interface RunsParts {
  readonly logger: Logger
  /** Does all current work for a name. Errors are retried. */
  readonly reconcile: (name: string, run: Run, stopping: AbortSignal) => Promise<void>
}

export function createRuns({ logger, reconcile }: RunsParts): Runs {
  const running = new Map<string, Run & { again: boolean; done: Promise<void> }>()
  const stopping = new AbortController()
  const look = (name: string): void => {
    if (stopping.signal.aborted) return
    const current = running.get(name)
    if (current) {
      current.again = true
      return
    }
    const run: Run & { again: boolean; done: Promise<void> } = { again: false, isRequested: false, done: Promise.resolve() }
    running.set(name, run)
    run.done = (async () => {
      do {
        run.again = false
        await reconcile(name, run, stopping.signal).catch(async (error: unknown) => {
          // the control plane's own database is away: nothing can be noted, so nothing is given up
          logger.error('reconcile failed', { name, error })
          run.again = true
          await sleep(reconcileRetryDelayMs, undefined, { signal: stopping.signal }).catch(() => {})
        })
      } while (run.again && !stopping.signal.aborted)
      running.delete(name)
    })()
  }
  return {
    look,
    kick(name) {
      look(name)
      const run = running.get(name)
      if (!run) return
      run.isRequested = true
      run.onRequest?.()
    },
    async idle(name) {
      for (let run = running.get(name); run; run = running.get(name)) await run.done
    },
    async close() {
      stopping.abort()
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
