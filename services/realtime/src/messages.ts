import type { TokenFault } from './authorizations/tokens.ts'

/** Texts that clients of the ecosystem tell apart; they are those of supabase/realtime. */
export const handshakeRefusals = {
  missing: 'API key is missing',
  malformed: 'The token provided is not a valid JWT',
  signature: 'Failed to validate JWT signature',
  expired: 'Token has expired',
  fields: 'Fields `role` and `exp` are required in JWT',
  suspended: 'Realtime was disabled for this tenant',
  noProject: 'Project not found',
  connections: 'Too many connected users',
  joins: 'Too many joins per second',
} as const

export const joinRefusals = {
  unmatched: 'unmatched topic',
  topic: 'TopicNameRequired: You must provide a topic name',
  topicLength: 'TopicNameTooLong: Topic names have at most 255 bytes',
  channels: 'ChannelRateLimitReached: Too many channels',
  joins: 'ClientJoinRateLimitReached: Too many joins per second',
  privateOnly: 'PrivateOnly: This project only allows private channels',
  replay: 'UnableToReplayMessages: Replay params are not valid',
  publicReplay: 'UnableToReplayMessages: Replay is not allowed for public channels',
  notReplayed: 'UnableToReplayMessages: Realtime was unable to replay messages',
  connecting: 'InitializingProjectConnection: Realtime is connecting to the database of this project',
  changesLate: 'PostgresChangesSubscribeTimeout: This project’s changes can’t be read right now',
  read: (topic: string) => `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
} as const

/** Why a channel was ended. */
export const endings = {
  read: (topic: string) => `You no longer have permission to read from this Channel topic: ${topic}`,
  events: 'Too many messages per second',
  clientPresence: 'Client presence rate limit exceeded',
  presenceSize: 'Track message size exceeded',
} as const

export const sendRefusals = {
  write: (topic: string) => `Unauthorized: You do not have permissions to write to this Channel topic: ${topic}`,
  persist: (topic: string) => `Unauthorized: You do not have permissions to store messages of this Channel topic: ${topic}`,
  persistPublic: 'Only broadcasts of private channels can be stored',
  persistValue: 'Use persist: true. Stored broadcasts are deleted after 3 days',
  notStored: 'The broadcast couldn’t be stored, and was not sent',
  size: 'Payload size exceeds the limit of this project',
  malformed: 'Broadcasts need an event name, and a payload that is JSON or bytes',
  presenceEvent: 'Presence events are track and untrack, with an object as payload',
  presenceOff: 'Presence is disabled for this project',
} as const

export const restRefusals = {
  events: 'Too many messages per second',
  write: 'You do not have permissions to write to this Channel topic',
  privateOnly: 'This project only allows private channels',
  path: 'Path not found',
  method: 'Use POST',
  mediaType: 'Use application/json or application/octet-stream',
  json: 'The body is not valid JSON',
  bodySize: 'The body is larger than 5 MB',
  upgrade: 'Connect with a WebSocket',
  handshake: 'The WebSocket handshake is not valid',
  version: 'Unknown protocol version. Use vsn=1.0.0 or vsn=2.0.0',
  persist: 'You do not have permissions to store messages of this Channel topic',
} as const

/** Warnings to a client that won't get all the changes it asks for. */
export const changeNotices = {
  keyless: (table: string) => `${table} has no primary key. Its inserts and updates arrive without a record.`,
  key: (table: string, role: string) => `The role ${role} can’t select the primary key of ${table}. Its inserts and updates arrive without a record.`,
  policy: (table: string, role: string) =>
    `Row-level security on ${table} has no policy that lets the role ${role} select rows. Only deletes arrive.`,
} as const

/** Reasons why a token is refused. */
export function tokenText(fault: TokenFault): string {
  switch (fault.kind) {
    case 'malformed':
      return handshakeRefusals.malformed
    case 'signature':
      return handshakeRefusals.signature
    case 'fields':
      return handshakeRefusals.fields
    case 'expired':
      return `Token has expired ${fault.secondsAgo} seconds ago`
  }
}

const tokenPrefixes: Readonly<Record<TokenFault['kind'], string>> = {
  malformed: 'MalformedJWT',
  signature: 'JwtSignatureError',
  fields: 'InvalidJWTToken',
  expired: 'InvalidJWTToken',
}

/** Why a join with such a token is refused. */
export function tokenReason(fault: TokenFault): string {
  return `${tokenPrefixes[fault.kind]}: ${tokenText(fault)}`
}
