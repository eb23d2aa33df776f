import type { SocketNote } from '@colonnade/projects'
import type { Identity } from '../authorizations/tokens.ts'
import { notesMost, notedTextMost } from '../limits.ts'
import { endings, handshakeRefusals, joinRefusals } from '../messages.ts'
import type { Client, SocketEnd } from './client.ts'

/** Subject of a row in the request log: a whole socket, or an event on it. */
export type SocketEvent = 'socket' | 'join_refused' | 'channel_ended' | 'changes_refused'

/** Has the log tell what a client was refused, unless its project has too many such rows already. */
export function noteRefusal(
  client: Client,
  event: Exclude<SocketEvent, 'socket'>,
  { role, userId }: Identity,
  topic: string,
  reason: string,
  nowMs: number,
): void {
  if (!client.hub.notes.take(nowMs, notesMost)) return
  const log = { event, topic: topic.slice(0, notedTextMost), reason: reason.slice(0, notedTextMost) }
  client.note({ status: statusOf(reason), role, userId, log })
}

/** Returns the log row of an ended socket, by its close frame unless we ended it. */
export function describeSocket({ version, traffic, end }: Client, closed: SocketEnd): SocketNote['log'] {
  const { code, reason } = end ?? closed
  return {
    event: 'socket' satisfies SocketEvent,
    vsn: `${version}.0.0`,
    ended_by: end === null ? 'client' : 'server',
    close_code: code,
    reason: reason.slice(0, notedTextMost) || (usualReasons.get(code) ?? ''),
    joins: traffic.joins,
    joins_refused: traffic.refusedJoins,
    messages_in: traffic.messagesIn,
    messages_out: traffic.messagesOut,
    bytes_in: traffic.bytesIn,
    bytes_out: traffic.bytesOut,
  }
}

/** Reasons for clients that give none (RFC 6455, 7.4.1). */
const usualReasons: ReadonlyMap<number, string> = new Map([
  [1000, 'Closed by the client'],
  [1001, 'The client left the page'],
  [1005, 'Closed by the client'],
  [1006, 'Connection lost'],
])

const statuses: readonly (readonly [beginning: string, status: number])[] = [
  ['Unauthorized', 403],
  ['You no longer', 403],
  [joinRefusals.privateOnly, 403],
  [handshakeRefusals.malformed, 401],
  [handshakeRefusals.signature, 401],
  [handshakeRefusals.fields, 401],
  [handshakeRefusals.expired, 401],
  ['InvalidJWTToken', 401],
  ['MalformedJWT', 401],
  ['JwtSignatureError', 401],
  ['ChannelRateLimitReached', 429],
  ['ClientJoinRateLimitReached', 429],
  [endings.events, 429],
  [endings.clientPresence, 429],
  [endings.presenceSize, 413],
  ['InitializingProjectConnection', 503],
  ['PostgresChangesSubscribeTimeout', 503],
]

/** Returns the matching HTTP status, so that log pages sort it by kind. */
function statusOf(reason: string): number {
  return statuses.find(([beginning]) => reason.startsWith(beginning))?.[1] ?? 400
}
