import type { ProjectEvent } from '@colonnade/contracts/projects/projects'
import { api } from '../../../scope/client.ts'

/** Events arrive in bursts; each burst is passed on once. */
const burstMs = 40

/** Calls `onBurst` with past and new events of a project, until the signal aborts. Rejects if the stream cannot be opened. */
export async function watchEvents(ref: string, signal: AbortSignal, onBurst: (events: readonly ProjectEvent[]) => void): Promise<void> {
  let burst: ProjectEvent[] = []
  const flush = () => {
    const arrived = burst
    burst = []
    if (!signal.aborted) onBurst(arrived)
  }
  for await (const event of api.projects.events({ params: { ref }, signal })) {
    if (burst.length === 0) setTimeout(flush, burstMs)
    burst.push(event)
  }
}

/** Leaves out known events: a reopened stream sends everything again. */
export function appendNew(events: readonly ProjectEvent[], arrived: readonly ProjectEvent[]): readonly ProjectEvent[] {
  const lastId = events.at(-1)?.id ?? -1
  const fresh = arrived.filter(({ id }) => id > lastId)
  return fresh.length === 0 ? events : [...events, ...fresh]
}
