import type { ProjectEvent } from '@colonnade/contracts/projects/projects'
import { api } from '../../../scope/client.ts'

/** Events come in bursts; each is told once. */
const burstMs = 40

/** Tells what happened to a project and what happens now, until the signal aborts. Rejects when the stream can't be opened. */
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

/** A stream that is opened again tells everything again. */
export function appendNew(events: readonly ProjectEvent[], arrived: readonly ProjectEvent[]): readonly ProjectEvent[] {
  const lastId = events.at(-1)?.id ?? -1
  const fresh = arrived.filter(({ id }) => id > lastId)
  return fresh.length === 0 ? events : [...events, ...fresh]
}
