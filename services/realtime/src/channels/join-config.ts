import { randomUUID } from 'node:crypto'
import { replayMost } from '../limits.ts'

/** Which messages from before a client wants. */
export interface Replay {
  /** Milliseconds since the Unix epoch. */
  readonly since: number
  readonly limit: number
}

/** A client's settings for a channel. */
export interface JoinConfig {
  readonly isPrivate: boolean
  /** Acknowledge broadcasts. */
  readonly ack: boolean
  /** Receive its own broadcasts. */
  readonly self: boolean
  readonly presenceKey: string
  readonly isPresenceEnabled: boolean
  /** undefined where none is asked for, and null where it can't be read. */
  readonly replay: Replay | null | undefined
  /** Join only once changes stream. */
  readonly waitsForChanges: boolean
  /** The client names its changes in the topic, and receives each under the name of its kind. */
  readonly isOld: boolean
  /** Requested changes as given. */
  readonly changes: readonly Readonly<Record<string, unknown>>[]
}

/** Reads a join as far as it makes sense; what doesn't has its default. @param name of the topic */
export function readJoinConfig(payload: unknown, name: string, nowMs: number): JoinConfig {
  const isOld = !('config' in objectOf(payload))
  const config = objectOf(objectOf(payload)['config'])
  const broadcast = objectOf(config['broadcast'])
  const presence = objectOf(config['presence'])
  const key = presence['key']
  const changes = config['postgres_changes']
  return {
    isPrivate: flagOf(config['private'], false),
    ack: flagOf(broadcast['ack'], false),
    self: flagOf(broadcast['self'], false),
    presenceKey: typeof key === 'string' && key !== '' ? key : randomUUID(),
    isPresenceEnabled: flagOf(presence['enabled'], true),
    replay: readReplay(broadcast['replay'], nowMs),
    waitsForChanges: flagOf(objectOf(config['postgres_changes_options'])['wait'], false),
    isOld,
    changes: isOld ? [changesOf(name)] : Array.isArray(changes) ? changes.map(objectOf) : [],
  }
}

/** `schema:table:filter`, as clients of the first version write it. */
function changesOf(name: string): Readonly<Record<string, unknown>> {
  const [, schema, table, filter] = /^([^:]*)(?::([^:]*)(?::(.*))?)?$/s.exec(name)!
  return { event: '*', schema, ...(table !== undefined && { table }), ...(filter !== undefined && { filter }) }
}

function readReplay(value: unknown, nowMs: number): Replay | null | undefined {
  if (value === undefined || value === null) return undefined
  const { since, limit = replayMost } = objectOf(value)
  if (typeof since !== 'number' || !Number.isFinite(since) || since < 0 || since > nowMs) return null
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > replayMost) return null
  return { since, limit }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : {}
}

/** Clients of some languages send texts. */
function flagOf(value: unknown, usual: boolean): boolean {
  if (typeof value === 'boolean') return value
  if (value === 'true') return true
  return value === 'false' ? false : usual
}

/** The token that comes with a join; null where it is the connection's. */
export function tokenOfJoin(payload: unknown): string | null {
  const { access_token: token, user_token: tokenOfOld } = objectOf(payload)
  const given = token ?? tokenOfOld
  return typeof given === 'string' && given !== '' ? given : null
}
