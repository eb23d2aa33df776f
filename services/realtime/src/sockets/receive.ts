import { toAppError } from '@colonnade/core'
import { renewToken } from '../authorizations/renew.ts'
import { broadcast } from '../broadcasts/send.ts'
import type { Channel } from '../channels/channel.ts'
import { closeChannel } from '../channels/end.ts'
import { join } from '../channels/join.ts'
import { decode } from '../codecs/decode.ts'
import type { Frame, PushFrame } from '../codecs/frames.ts'
import { joinRefusals } from '../messages.ts'
import { changePresence } from '../presences/track.ts'
import type { Realtime } from '../realtime.ts'
import type { Client } from './client.ts'

/** Handles a message of a client's. What is none is dropped. */
export function receive(realtime: Realtime, client: Client, bytes: Buffer, isBinary: boolean): void {
  client.heardAt = realtime.clock.now()
  client.traffic.messagesIn += 1
  client.traffic.bytesIn += bytes.length
  const frame = decode(client.version, bytes, isBinary)
  if (frame === null) return
  if (frame.kind === 'frame') {
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') {
      client.reply({ ...frame, joinRef: null }, 'ok', {})
      return
    }
    if (frame.event === 'phx_join') {
      join(realtime, client, frame)
      return
    }
  }
  deliver(realtime, client, frame)
}

function deliver(realtime: Realtime, client: Client, frame: Frame | PushFrame): void {
  const joining = client.joining.get(frame.topic)
  if (joining !== undefined) {
    if (frame.kind === 'frame' && frame.event === 'phx_leave') {
      joining.isOver = true
      client.reply(frame, 'ok', {})
    } else void joining.decided.then(() => deliver(realtime, client, frame))
    return
  }
  const channel = client.channels.get(frame.topic)
  // messages to a former channel are not for its successor
  const isOfAnother = frame.joinRef !== null && channel !== undefined && channel.joinRef !== null && frame.joinRef !== channel.joinRef
  if (channel === undefined || isOfAnother) client.reply(frame, 'error', { reason: joinRefusals.unmatched })
  else handle(realtime, channel, frame)
}

function handle(realtime: Realtime, channel: Channel, frame: Frame | PushFrame): void {
  if (frame.kind === 'push' || frame.event === 'broadcast') {
    broadcast(realtime, channel, frame)
    return
  }
  switch (frame.event) {
    case 'presence':
      changePresence(realtime, channel, frame)
      return
    case 'access_token':
      void renewToken(realtime, channel, frame.payload).catch((error: unknown) => {
        realtime.logger.warn('token not renewed', { ref: channel.client.hub.ref, error: toAppError(error) })
      })
      return
    case 'phx_leave':
      channel.reply(frame.ref, 'ok', {})
      closeChannel(channel, realtime.clock.now())
  }
}
