import { toAppError } from '@colonnade/core'
import { causeOf } from '../authorizations/policies.ts'
import type { Channel } from '../channels/channel.ts'
import { endChannel } from '../channels/end.ts'
import type { Frame, PushFrame, Ref } from '../codecs/frames.ts'
import { endings, joinRefusals, sendRefusals } from '../messages.ts'
import type { Realtime } from '../realtime.ts'

/** Broadcasts what a client sent. Messages of one channel stay in order, also while its right to send is asked for. */
export function broadcast(realtime: Realtime, channel: Channel, frame: Frame | PushFrame): void {
  const { hub } = channel.client
  const { settings } = hub
  const now = realtime.clock.now()
  if (!hub.events.take(now, settings.maxEventsPerSecond)) {
    endChannel(channel, endings.events, now)
    return
  }
  const payload = frame.kind === 'frame' ? JSON.stringify(frame.payload) : null
  if (payload !== null && !isBroadcast(frame.kind === 'frame' ? frame.payload : null)) {
    channel.reply(frame.ref, 'error', { reason: sendRefusals.malformed })
    return
  }
  const bytes = frame.kind === 'push' ? frame.content.bytes.length : Buffer.byteLength(payload!)
  if (bytes > settings.maxPayloadBytes) {
    channel.reply(frame.ref, 'error', { reason: sendRefusals.size })
    return
  }
  if (!hub.bytes.take(now, settings.maxBytesPerSecond, bytes)) {
    endChannel(channel, endings.events, now)
    return
  }
  const send = (): void => {
    hub.messages += 1
    if (frame.kind === 'push') channel.room.broadcast({ topic: channel.topic, name: frame.name, content: frame.content }, channel)
    else channel.room.broadcastText(payload!, channel)
    if (channel.config.ack) channel.reply(frame.ref, 'ok', {})
  }
  whenWritable(realtime, channel, 'broadcast', frame.ref, send)
}

function isBroadcast(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && typeof (payload as { readonly event?: unknown }).event === 'string'
}

/** Does something once a channel may write: at once in public, and where a policy has allowed it since the token came. */
export function whenWritable(realtime: Realtime, channel: Channel, extension: 'broadcast' | 'presence', ref: Ref, work: () => void): void {
  const { client, name, identity, writes } = channel
  const go = (isAllowed: boolean): void => {
    if (channel.isOver) return
    if (isAllowed) work()
    else channel.reply(ref, 'error', { reason: sendRefusals.write(name) })
  }
  if (!channel.config.isPrivate) {
    go(true)
    return
  }
  const known = writes[extension]
  if (typeof known === 'boolean') {
    go(known)
    return
  }
  const asked = known ?? ask()
  asked.then(go, () => channel.reply(ref, 'error', { reason: joinRefusals.connecting }))

  function ask(): Promise<boolean> {
    const asking = realtime.policies.write({ ref: client.hub.ref, identity, headers: client.headers }, name, extension)
    writes[extension] = asking
    const settle = (isAllowed: boolean | undefined): void => {
      if (writes[extension] !== asking) return
      if (isAllowed === undefined) delete writes[extension]
      else writes[extension] = isAllowed
    }
    asking.then(settle, (error: unknown) => {
      settle(undefined)
      realtime.logger.warn('policy not asked', { ref: client.hub.ref, error: toAppError(causeOf(error)) })
    })
    return asking
  }
}
