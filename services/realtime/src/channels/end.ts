import { noteRefusal } from '../sockets/notes.ts'
import type { Channel } from './channel.ts'

/** Ends a channel from our side, and says why. */
export function endChannel(channel: Channel, message: string, nowMs: number): void {
  channel.system('system', 'error', message)
  noteRefusal(channel.client, 'channel_ended', channel.identity, channel.topic, message, nowMs)
  closeChannel(channel, nowMs)
}

/** Ends a channel; clients know it is theirs by the ref that they joined with. */
export function closeChannel(channel: Channel, nowMs: number): void {
  channel.send(channel.joinRef, 'phx_close', {})
  channel.client.hub.leave(channel, nowMs)
}
