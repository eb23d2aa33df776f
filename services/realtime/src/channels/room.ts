import { encodeBroadcast, encodeFrame, type Broadcast } from '../codecs/encode.ts'
import { FanOut } from '../codecs/fan-out.ts'
import { PresenceState } from '../presences/presence-state.ts'
import type { Channel } from './channel.ts'

/** Everybody who has joined a topic of a project, either in private or in public. */
export class Room {
  /** `realtime:` and what clients call it. */
  readonly topic: string
  readonly presence = new PresenceState()
  readonly #channels = new Set<Channel>()

  constructor(topic: string) {
    this.topic = topic
  }

  get size(): number {
    return this.#channels.size
  }

  add(channel: Channel): void {
    this.#channels.add(channel)
  }

  remove(channel: Channel): void {
    this.#channels.delete(channel)
  }

  /** Sends a broadcast to all, but not to its sender unless that wants it. */
  broadcast(message: Broadcast, sender: Channel | null): void {
    this.#send(new FanOut((version) => encodeBroadcast(version, message)), sender, message.meta?.id ?? null)
  }

  /** The same for one that came as a text, whose payload is passed on as it is. */
  broadcastText(payload: string, sender: Channel): void {
    this.#send(new FanOut((version) => encodeFrame(version, null, null, this.topic, 'broadcast', payload)), sender, null)
  }

  #send(fanOut: FanOut, sender: Channel | null, id: string | null): void {
    for (const channel of this.#channels) {
      if (!channel.rights.broadcast || (channel === sender && !channel.config.self)) continue
      const encoded = fanOut.for(channel.client.version)
      if (encoded !== null) channel.deliverBroadcast(encoded, id)
    }
  }

  /** Sends the presence changes since the last call. */
  sendPresence(): void {
    const diff = this.presence.takeDiff()
    if (diff === null) return
    const fanOut = new FanOut((version) => encodeFrame(version, null, null, this.topic, 'presence_diff', diff))
    for (const channel of this.#channels) {
      if (channel.hearsPresence) channel.sendPresence(fanOut.for(channel.client.version)!)
    }
  }
}
