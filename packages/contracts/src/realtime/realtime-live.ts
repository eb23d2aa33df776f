import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** Channels that a reply names, those with most members first. */
export const liveTopicsMost = 100
/** Members of a channel that a reply names. */
export const livePresentMost = 20

export const RealtimeRateNow = z.object({
  /** In the last whole second. */
  last_second: z.number().int(),
  /** In the busiest of the last ten seconds. */
  peak: z.number().int(),
})
export type RealtimeRateNow = z.infer<typeof RealtimeRateNow>

export const RealtimeTopic = z.object({
  /** The name that clients join. */
  topic: z.string(),
  is_private: z.boolean(),
  /** Clients that have joined it. */
  clients: z.number().int(),
  /** Keys that are present in it. */
  present: z.number().int(),
  /** The first of these keys. */
  present_keys: z.array(z.string()).max(livePresentMost),
})
export type RealtimeTopic = z.infer<typeof RealtimeTopic>

/** What goes on in the realtime service of a project. */
export const RealtimeActivity = z.object({
  connections: z.number().int(),
  /** Channels that clients have joined, whatever their topics. */
  joined: z.number().int(),
  /** Tables and filters that clients listen to. */
  subscriptions: z.number().int(),
  messages: RealtimeRateNow,
  joins: RealtimeRateNow,
  presence_events: RealtimeRateNow,
  /** All topics, of which `topics` names the first. */
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

/** What goes on in the realtime service of a project right now. Its limits are settings: see `realtimeSettings`. */
export const realtimeLive = resource('/platform/projects/{ref}/realtime', {
  retrieve: get('/live', {
    summary: 'Show who is connected to realtime right now, to which channels, and how many messages are sent; wakes nobody',
    auth: 'user',
    permission: 'realtime:all',
    needs: 'machine',
    reply: RealtimeActivity,
  }),
})
