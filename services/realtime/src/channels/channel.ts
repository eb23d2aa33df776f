import type { Extension, ReadRights } from '../authorizations/policies.ts'
import type { Identity } from '../authorizations/tokens.ts'
import { encodeFrame } from '../codecs/encode.ts'
import type { Encoded, Ref } from '../codecs/frames.ts'
import { clientPresenceMost, clientPresenceWindowMs, slowBytes } from '../limits.ts'
import type { Presence } from '../presences/presence-state.ts'
import type { Client } from '../sockets/client.ts'
import type { JoinConfig } from './join-config.ts'
import type { Room } from './room.ts'

/** A policy's answer about writing, as long as the token stays; a promise while it is pending. */
export type WriteRight = boolean | Promise<boolean>

/** A topic that a client has joined. */
export class Channel {
  readonly client: Client
  readonly joinRef: Ref
  readonly topic: string
  /** The topic without `realtime:`. */
  readonly name: string
  readonly config: JoinConfig
  readonly room: Room
  identity: Identity
  rights: ReadRights
  isOver = false
  /** Its presence. */
  presence: Presence | null = null
  readonly writes: { [extension in Extension]?: WriteRight } = {}
  #presenceTimes: number[] = []
  #isPresenceStale = false
  /** Work on its messages, in their order; null when none is pending. */
  #busy: Promise<void> | null = null
  /** Broadcasts that wait until those from before have been sent. */
  #held: { readonly encoded: Encoded; readonly id: string | null }[] | null = null
  #replayed: ReadonlySet<string> = new Set()

  constructor(parts: Pick<Channel, 'client' | 'joinRef' | 'topic' | 'name' | 'config' | 'room' | 'identity' | 'rights'>) {
    this.client = parts.client
    this.joinRef = parts.joinRef
    this.topic = parts.topic
    this.name = parts.name
    this.config = parts.config
    this.room = parts.room
    this.identity = parts.identity
    this.rights = parts.rights
  }

  get hearsPresence(): boolean {
    return this.config.isPresenceEnabled && this.rights.presence
  }

  /** Goes on as somebody else, or as the same with another token: policies are asked again. */
  become(identity: Identity, rights: ReadRights): void {
    this.identity = identity
    this.rights = rights
    delete this.writes.broadcast
    delete this.writes.presence
    delete this.writes.persistence
  }

  /** Does something with what it sent: at once, unless something before it isn't done. @param work rejects never */
  inOrder(work: () => Promise<void> | undefined): void {
    const working = this.#busy === null ? work() : this.#busy.then(work)
    if (working === undefined) return
    this.#busy = working
    const rest = (): void => {
      if (this.#busy === working) this.#busy = null
    }
    working.then(rest, rest)
  }

  /** From now on broadcasts wait, until `release` says which of them have been sent as messages from before. */
  hold(): void {
    this.#held = []
  }

  release(replayed: ReadonlySet<string>): void {
    const held = this.#held ?? []
    this.#held = null
    this.#replayed = replayed
    for (const { encoded, id } of held) this.deliverBroadcast(encoded, id)
  }

  /** Sends a broadcast, unless it has been sent as one from before. @param id of one that is stored */
  deliverBroadcast(encoded: Encoded, id: string | null): void {
    if (this.#held !== null) this.#held.push({ encoded, id })
    else if (id === null || !this.#replayed.has(id)) this.deliver(encoded)
  }

  /** Sends something that somebody else has sent or changed: it counts as a message. */
  deliver(encoded: Encoded): void {
    this.client.hub.messages += 1
    this.client.send(encoded)
  }

  send(ref: Ref, event: string, payload: unknown): void {
    this.client.send(encodeFrame(this.client.version, this.joinRef, ref, this.topic, event, JSON.stringify(payload)))
  }

  reply(ref: Ref, status: 'ok' | 'error', response: object): void {
    this.send(ref, 'phx_reply', { status, response })
  }

  system(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    this.send(null, 'system', { extension, status, message, channel: this.name })
  }

  /** A change of presence; a slow reader gets all of it once it has caught up. */
  sendPresence(diff: Encoded): void {
    if (this.#isPresenceStale || this.client.waitingBytes > slowBytes) this.#isPresenceStale = true
    else this.deliver(diff)
  }

  sendPresenceState(): void {
    const { version } = this.client
    this.deliver(encodeFrame(version, this.joinRef, null, this.topic, 'presence_state', this.room.presence.text()))
  }

  /** Called now and then. */
  catchUp(): void {
    if (!this.#isPresenceStale || this.client.waitingBytes > 0) return
    this.#isPresenceStale = false
    this.sendPresenceState()
  }

  /** Counts a change of presence. Returns true if the client may make it. */
  countPresence(nowMs: number): boolean {
    this.#presenceTimes = this.#presenceTimes.filter((time) => Math.abs(nowMs - time) < clientPresenceWindowMs)
    if (this.#presenceTimes.length >= clientPresenceMost) return false
    this.#presenceTimes.push(nowMs)
    return true
  }
}
