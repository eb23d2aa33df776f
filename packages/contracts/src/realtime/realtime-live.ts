import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** Most channels in a response, largest first. */
export const liveTopicsMost = 100
/** Most members per channel in a response. */
export const livePresentMost = 20

export const RealtimeRateNow = z.object({
  /** Rate in the last full second. */
  last_second: z.number().int(),
  /** Highest rate of the last ten seconds. */
  peak: z.number().int(),
})
export type RealtimeRateNow = z.infer<typeof RealtimeRateNow>

export const RealtimeTopic = z.object({
  /** Topic that clients join. */
  topic: z.string(),
  is_private: z.boolean(),
  /** Number of clients. */
  clients: z.number().int(),
  /** Number of presence keys. */
  present: z.number().int(),
  /** The first presence keys. */
  present_keys: z.array(z.string()).max(livePresentMost),
})
export type RealtimeTopic = z.infer<typeof RealtimeTopic>

/** Current activity of a project's Realtime service. */
export const RealtimeActivity = z.object({
  connections: z.number().int(),
  /** Number of joined channels over all topics. */
  joined: z.number().int(),
  /** Number of subscriptions to tables and filters. */
  subscriptions: z.number().int(),
  messages: RealtimeRateNow,
  joins: RealtimeRateNow,
  presence_events: RealtimeRateNow,
  /** Total number of topics. `topics` lists the first. */
  topic_count: z.number().int(),
  topics: z.array(RealtimeTopic).max(liveTopicsMost),
})
export type RealtimeActivity = z.infer<typeof RealtimeActivity>

export const noActivity: RealtimeActivity = {
  connections: 0,
  joined: 0,
  subscriptions: 0,
  messages: { last_second: 0, peak: 0 },
  joins: { last_second: 0, peak: 0 },
  presence_events: { last_second: 0, peak: 0 },
  topic_count: 0,
  topics: [],
}

/** Current activity of a project's Realtime service. Its limits are in `realtimeSettings`. */
export const realtimeLive = resource('/platform/projects/{ref}/realtime', {
  retrieve: get('/live', {
    summary: 'Retrieve current Realtime clients, channels and message rates. Does not wake the project',
    auth: 'user',
    permission: 'realtime:all',
    needs: 'machine',
    reply: RealtimeActivity,
  }),
})
