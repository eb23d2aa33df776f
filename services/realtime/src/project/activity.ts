import { livePresentMost, liveTopicsMost, type RealtimeActivity } from '@colonnade/contracts/realtime/realtime-live'
import type { Hub } from './hub.ts'

/** Says what goes on in a project. */
export function activityOf(hub: Hub, nowMs: number): RealtimeActivity {
  const rooms = [...hub.rooms()]
  const shown = rooms.toSorted((one, other) => other.room.size - one.room.size || (one.room.topic < other.room.topic ? -1 : 1))
  return {
    connections: hub.clients.size,
    joined: rooms.reduce((sum, { room }) => sum + room.size, 0),
    subscriptions: hub.subscriptions.size,
    messages: hub.events.recent(nowMs),
    joins: hub.joins.recent(nowMs),
    presence_events: hub.presences.recent(nowMs),
    topic_count: rooms.length,
    topics: shown.slice(0, liveTopicsMost).map(({ room, isPrivate }) => ({
      topic: room.topic.replace(/^realtime:/, ''),
      is_private: isPrivate,
      clients: room.size,
      present: room.presence.size,
      present_keys: firstOf(room.presence.keys(), livePresentMost),
    })),
  }
}

/** Returns the first items, without copying the others. */
function firstOf<Item>(items: Iterable<Item>, most: number): Item[] {
  const first: Item[] = []
  for (const item of items) {
    if (first.length === most) break
    first.push(item)
  }
  return first
}
