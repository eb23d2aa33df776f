import type { SocketNote, SocketUpgrade } from '@colonnade/projects'
import { WebSocket } from 'ws'
import type { Identity } from '../authorizations/tokens.ts'
import type { Channel } from '../channels/channel.ts'
import { encodeFrame } from '../codecs/encode.ts'
import type { Encoded, Ref, Version } from '../codecs/frames.ts'
import { slowBytesMost, tryAgainCode } from '../limits.ts'
import type { Hub } from '../project/hub.ts'

/** A join that is being decided, or what has become of it. */
export interface Joining {
  readonly joinRef: Ref
  /** Identity, as far as known. */
  identity: Identity
  isOver: boolean
  /** Resolves when it is decided. */
  readonly decided: Promise<void>
}

/** Traffic of a socket: all frames, including heartbeats. */
export interface Traffic {
  messagesIn: number
  messagesOut: number
  bytesIn: number
  bytesOut: number
  joins: number
  refusedJoins: number
}

/** Why a socket ends. */
export interface SocketEnd {
  readonly code: number
  readonly reason: string
}

/** Somebody who has connected. */
export class Client {
  readonly hub: Hub
  readonly version: Version
  /** Identity that it connected with. */
  readonly identity: Identity
  /** Headers of its request, as JSON. */
  readonly headers: string
  readonly prove: SocketUpgrade['prove']
  readonly recheck: SocketUpgrade['recheck']
  readonly note: SocketUpgrade['note']
  /** Called once it has closed, with its log row. */
  readonly ended: (log: SocketNote['log']) => void
  readonly traffic: Traffic = { messagesIn: 0, messagesOut: 0, bytesIn: 0, bytesOut: 0, joins: 0, refusedJoins: 0 }
  readonly channels = new Map<string, Channel>()
  readonly joining = new Map<string, Joining>()
  /** Its key or token was revoked: only channels with their own tokens continue. */
  isRevoked = false
  heardAt: number
  /** Since when it has no channel. */
  emptySince: number
  /** Why we end it; null as long as we don't. */
  end: SocketEnd | null = null
  readonly #socket: WebSocket

  constructor(
    socket: WebSocket,
    parts: Pick<Client, 'hub' | 'version' | 'identity' | 'headers' | 'prove' | 'recheck' | 'note' | 'ended'>,
    nowMs: number,
  ) {
    this.#socket = socket
    this.hub = parts.hub
    this.version = parts.version
    this.identity = parts.identity
    this.headers = parts.headers
    this.prove = parts.prove
    this.recheck = parts.recheck
    this.note = parts.note
    this.ended = parts.ended
    this.heardAt = nowMs
    this.emptySince = nowMs
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  get waitingBytes(): number {
    return this.#socket.bufferedAmount
  }

  send({ bytes, isBinary }: Encoded): void {
    if (!this.isOpen) return
    if (this.waitingBytes > slowBytesMost) {
      this.close(tryAgainCode, 'Too slow')
      return
    }
    this.traffic.messagesOut += 1
    this.traffic.bytesOut += bytes.length
    this.#socket.send(bytes, { binary: isBinary })
  }

  /** Answers a message that belongs to no channel. */
  reply(frame: { readonly joinRef: Ref; readonly ref: Ref; readonly topic: string }, status: 'ok' | 'error', response: object): void {
    this.send(encodeFrame(this.version, frame.joinRef, frame.ref, frame.topic, 'phx_reply', JSON.stringify({ status, response })))
  }

  /** Says so, and hangs up on who doesn't answer. */
  close(code: number, reason: string): void {
    this.end ??= { code, reason }
    this.#socket.close(code, reason)
  }
}
