import type { Clock, Logger } from '@colonnade/core'
import type { KeyUse, ProjectDirectory } from '@colonnade/projects'
import { keyUseReportMs, keyUsesMost } from './limits.ts'

/** Counts calls by key, for people to see which keys are used, and reports them together. */
export interface KeyUseCounter extends AsyncDisposable {
  count(ref: string, call: { readonly keyId: string; readonly address: string; readonly client: string }): void
}

interface Counted {
  at: number
  address: string
  readonly client: string
  readonly id: string
  calls: number
}

export function createKeyUseCounter(projects: Pick<ProjectDirectory, 'reportKeyUse'>, clock: Clock, logger: Logger): KeyUseCounter {
  const counted = new Map<string, Map<string, Counted>>()
  let timer: NodeJS.Timeout | null = null
  const report = async (): Promise<void> => {
    timer = null
    const taken = [...counted]
    counted.clear()
    for (const [ref, uses] of taken) {
      const list: readonly KeyUse[] = [...uses.values()]
      // a count that is lost is no fault of the calls
      await projects.reportKeyUse(ref, list).catch((error: unknown) => logger.warn('use of keys not reported', { ref, error }))
    }
  }
  return {
    count(ref, { keyId, address, client }) {
      const uses = counted.get(ref) ?? new Map<string, Counted>()
      counted.set(ref, uses)
      const place = `${keyId} ${client}`
      const use = uses.get(place)
      if (use !== undefined) {
        use.calls += 1
        use.at = clock.now()
        use.address = address
      } else if (uses.size < keyUsesMost) uses.set(place, { id: keyId, at: clock.now(), address, client, calls: 1 })
      timer ??= setTimeout(() => void report(), keyUseReportMs).unref()
    },
    async [Symbol.asyncDispose]() {
      if (timer !== null) clearTimeout(timer)
      await report()
    },
  }
}
