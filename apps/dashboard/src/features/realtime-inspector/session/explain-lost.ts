import { dataApi } from '../../../scope/data-client.ts'
import { api } from '../../../scope/client.ts'
import { lostText } from '../messages.ts'

/** Explains why a project may refuse clients, because browsers hide the response to a WebSocket. */
export async function explainLost(ref: string): Promise<string> {
  try {
    const [settings, live, project] = await Promise.all([
      dataApi.realtimeSettings.retrieve({ params: { ref } }),
      dataApi.realtimeLive.retrieve({ params: { ref } }),
      api.projects.retrieve({ params: { ref } }),
    ])
    if (project.status === 'INACTIVE') return lostText.paused
    if (settings.suspend) return lostText.off
    if (live.connections >= settings.max_concurrent_users) return lostText.connections(live.connections, settings.max_concurrent_users)
    if (live.joins.peak >= settings.max_joins_per_second) return lostText.joins(settings.max_joins_per_second)
  } catch {
    // the platform can't be reached
  }
  return lostText.unknown
}
