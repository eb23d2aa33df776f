import type { RealtimeActivity } from '@colonnade/contracts/realtime/realtime-live'

/** Part of a context: the activity of a project's Realtime service; null while none runs. */
export interface HasRealtimeLive {
  readonly realtimeLive: (ref: string) => RealtimeActivity | null
}
