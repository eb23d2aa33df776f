import type { ProjectRealtime } from '@colonnade/projects'
import type { Reader } from '../changes/reader.ts'
import { Subscriptions } from '../changes/subscriptions.ts'
import type { Channel } from '../channels/channel.ts'
import { Room } from '../channels/room.ts'
import { storedMost, subscriptionIdsMost, subscriptionKeyMost } from '../limits.ts'
import type { Client } from '../sockets/client.ts'
import type { SeenKeys } from '../sockets/end-revoked.ts'
import { Rate } from './rate.ts'

/** State of one project. */
export class Hub {
  readonly ref: string
  settings: ProjectRealtime
  usedAt = 0
  /** Sent by clients or from SQL, and delivered, since that was last reported. */
  messages = 0
  /** When all its clients were last disconnected, as far as that has been done. */
  disconnectedAt: number
  readonly clients = new Set<Client>()
  readonly subscriptions = new Subscriptions()
  reader: Reader | null = null
  /** Channels that wait for a reader, and miss changes until then. */
  readonly #late = new Set<Channel>()
  /** The project's keys, when they were last looked at. */
  checked: SeenKeys | null = null
  readonly events = new Rate()
  /** Bytes of broadcasts, as clients send them. */
  readonly bytes = new Rate()
  readonly joins = new Rate()
  readonly presences = new Rate()
  readonly notes = new Rate()
  readonly #rooms = { private: new Map<string, Room>(), public: new Map<string, Room>() }
  /** Ids of sent broadcasts, oldest first, that the log will contain once more. */
  readonly #stored = new Set<string>()
  readonly #untold = new Set<Room>()
  readonly #subscriptionIds = new Map<string, number>()
  #lastSubscriptionId = 0
  readonly #tellSoon: () => void

  /** @param tellSoon has `sendPresence` called in a moment */
  constructor(ref: string, settings: ProjectRealtime, tellSoon: () => void) {
    this.ref = ref
    this.settings = settings
    this.disconnectedAt = settings.disconnectedAt
    this.#tellSoon = tellSoon
  }

  /** The room of a topic, for who is about to join it. */
  room(topic: string, isPrivate: boolean): Room {
    return this.findRoom(topic, isPrivate) ?? new Room(topic)
  }

  findRoom(topic: string, isPrivate: boolean): Room | undefined {
    return this.#rooms[isPrivate ? 'private' : 'public'].get(topic)
  }

  /** All rooms, the private ones first. */
  *rooms(): Iterable<{ readonly room: Room; readonly isPrivate: boolean }> {
    for (const room of this.#rooms.private.values()) yield { room, isPrivate: true }
    for (const room of this.#rooms.public.values()) yield { room, isPrivate: false }
  }

  join(channel: Channel): void {
    this.#rooms[channel.config.isPrivate ? 'private' : 'public'].set(channel.topic, channel.room)
    channel.room.add(channel)
    channel.client.channels.set(channel.topic, channel)
  }

  /** Takes a channel out of everything. */
  leave(channel: Channel, nowMs: number): void {
    if (channel.isOver) return
    channel.isOver = true
    const { client, room, topic } = channel
    if (client.channels.get(topic) === channel) client.channels.delete(topic)
    if (client.channels.size === 0) client.emptySince = nowMs
    room.remove(channel)
    this.#late.delete(channel)
    this.subscriptions.deleteOf(channel)
    if (channel.presence !== null) {
      room.presence.leave(channel.presence)
      channel.presence = null
      this.sendPresenceSoon(room)
    }
    if (room.size > 0) return
    const rooms = this.#rooms[channel.config.isPrivate ? 'private' : 'public']
    if (rooms.get(topic) === room) rooms.delete(topic)
  }

  /** Returns the same id for equal subscriptions, so that they can share messages. */
  subscriptionId(asked: object): number {
    const key = JSON.stringify(asked)
    const known = this.#subscriptionIds.get(key)
    if (known !== undefined) return known
    // clients can ask for anything: who asks for the same later gets another one
    if (this.#subscriptionIds.size >= subscriptionIdsMost) this.#subscriptionIds.clear()
    this.#lastSubscriptionId += 1
    if (key.length <= subscriptionKeyMost) this.#subscriptionIds.set(key, this.#lastSubscriptionId)
    return this.#lastSubscriptionId
  }

  /** Ends subscriptions: changes committed since may be missing, so the clients join again. */
  failSubscriptions(channels: Iterable<Channel> = this.subscriptions.channels): void {
    for (const channel of channels) {
      channel.system('postgres_changes', 'error', 'The connection to the database was lost')
      channel.send(channel.joinRef, 'phx_error', {})
      this.subscriptions.deleteOf(channel)
    }
  }

  /** A broadcast is about to be stored: the log need not tell of it. */
  noteStored(id: string): void {
    this.#stored.add(id)
    if (this.#stored.size <= storedMost) return
    for (const oldest of this.#stored) {
      this.#stored.delete(oldest)
      return
    }
  }

  /** Returns whether a message of the log has been sent before. */
  takeStored(id: string): boolean {
    return this.#stored.delete(id)
  }

  /** Has a channel join again once changes can be followed. */
  keepLate(channel: Channel): void {
    this.#late.add(channel)
    this.reader?.goOnTrying()
  }

  recallLate(): void {
    for (const channel of this.#late) channel.send(channel.joinRef, 'phx_error', {})
    this.#late.clear()
  }

  sendPresenceSoon(room: Room): void {
    this.#untold.add(room)
    this.#tellSoon()
  }

  sendPresence(): void {
    for (const room of this.#untold) room.sendPresence()
    this.#untold.clear()
  }
}
