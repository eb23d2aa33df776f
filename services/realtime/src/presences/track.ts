import { whenWritable } from '../broadcasts/send.ts'
import type { Channel } from '../channels/channel.ts'
import { endChannel } from '../channels/end.ts'
import type { Frame } from '../codecs/frames.ts'
import { endings, sendRefusals } from '../messages.ts'
import type { Realtime } from '../realtime.ts'

/** Takes what a client shows of itself, or no longer. */
export function changePresence(realtime: Realtime, channel: Channel, { ref, payload }: Frame): void {
  const { hub } = channel.client
  const { settings } = hub
  const now = realtime.clock.now()
  hub.messages += 1
  const { event, payload: shown = {} } = isObject(payload) ? payload : {}
  const action = typeof event === 'string' ? event.toLowerCase() : ''
  if (action === 'untrack') {
    if (channel.presence !== null) {
      channel.room.presence.leave(channel.presence)
      channel.presence = null
      hub.sendPresenceSoon(channel.room)
    }
    channel.reply(ref, 'ok', {})
    return
  }
  if (action !== 'track' || !isObject(shown)) {
    channel.reply(ref, 'error', { reason: sendRefusals.presenceEvent })
    return
  }
  if (!settings.isPresenceEnabled) {
    channel.reply(ref, 'error', { reason: sendRefusals.presenceOff })
    return
  }
  if (!channel.countPresence(now)) {
    endChannel(channel, endings.clientPresence, now)
    return
  }
  if (!hub.presences.take(now, settings.maxPresenceEventsPerSecond)) {
    endChannel(channel, endings.events, now)
    return
  }
  if (Buffer.byteLength(JSON.stringify(shown)) > settings.maxPayloadBytes) {
    endChannel(channel, endings.presenceSize, now)
    return
  }
  whenWritable(realtime, channel, 'presence', ref, () => {
    channel.presence = channel.room.presence.track(channel.config.presenceKey, shown, channel.presence)
    if (!channel.room.presence.isTold) hub.sendPresenceSoon(channel.room)
    channel.reply(ref, 'ok', {})
  })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
