import type { Logger } from '@colonnade/core'
import { setTimeout as sleep } from 'node:timers/promises'
import { reconcileRetryDelayMs } from './limits.ts'

/** What is being done for a name. */
export interface Run {
  /** Whether what is wanted has changed since it was read. */
  isWished: boolean
  /** Called when it changes meanwhile. */
  onWish?: () => void
}

/** Work on named things: on one of them one after the other, on several at once. */
export interface Runs {
  /** Something may have changed: look at it soon. */
  look(name: string): void
  /** The same, because somebody wishes something else of it. */
  kick(name: string): void
  /** Resolves when nothing is being done for the name. */
  idle(name: string): Promise<void>
  /** Finishes what is under way and takes no new work. */
  close(): Promise<void>
}

export interface RunsParts {
  readonly logger: Logger
  /** Does all that there is to do for a name now. What it throws is tried again. */
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
    const run: Run & { again: boolean; done: Promise<void> } = { again: false, isWished: false, done: Promise.resolve() }
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
      run.isWished = true
      run.onWish?.()
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
