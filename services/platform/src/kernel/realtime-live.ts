import type { RealtimeActivity } from '@colonnade/contracts/realtime/realtime-live'

/** A context's part: what goes on in the realtime service of a project; null while none runs. */
export interface HasRealtimeLive {
  readonly realtimeLive: (ref: string) => RealtimeActivity | null
}
