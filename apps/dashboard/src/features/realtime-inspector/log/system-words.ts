import { systemText } from '../messages.ts'
import type { LogEntry } from './message-log.ts'

export interface SystemWords {
  readonly text: string
  /** Advice; null for none. */
  readonly advice: string | null
  readonly tone: LogEntry['tone']
}

/** System messages, each with its meaning and advice. */
const known: readonly (readonly [said: RegExp, text: string, advice: string | null])[] = [
  [/^Subscribed to PostgreSQL$/, systemText.subscribed, null],
  [/^Replication connection established$/, systemText.replicating, null],
  [/invalid column for filter/, systemText.filterColumn, systemText.filterColumnAdvice],
  [/invalid column for select/, systemText.selectColumn, systemText.selectColumnAdvice],
  [/^Error parsing `filter` params/, systemText.filter, systemText.filterAdvice],
  [/^Unable to subscribe to changes with given parameters/, systemText.unpublished, systemText.unpublishedAdvice],
  [/^Unable to subscribe to changes: the database/, systemText.notFollowed, systemText.notFollowedAdvice],
  [/^The connection to the database was lost/, systemText.readerLost, systemText.readerLostAdvice],
  [/^You no longer have permission/, systemText.permission, systemText.permissionAdvice],
  [/^Too many messages per second/, systemText.messages, systemText.limitAdvice],
  [/^Client presence rate limit exceeded/, systemText.presence, systemText.presenceAdvice],
  [/^Track message size exceeded/, systemText.presenceSize, systemText.presenceSizeAdvice],
  [/^Token has expired/, systemText.token, systemText.tokenAdvice],
]

/** Explains a system message. Unknown messages are shown as they are. */
export function systemWords({ status, message }: { readonly status: string; readonly message: string }): SystemWords {
  const found = known.find(([said]) => said.test(message))
  const [, text, advice] = found ?? [null, message, status === 'error' ? systemText.whyAdvice : null]
  return { text, advice, tone: status === 'error' ? 'danger' : 'neutral' }
}

const refusals: readonly (readonly [said: RegExp, text: string])[] = [
  [/^Unauthorized: .* read from/, systemText.joinUnauthorized],
  [/^PrivateOnly:/, systemText.joinPrivateOnly],
  [/^ChannelRateLimitReached:/, systemText.joinChannels],
  [/^ClientJoinRateLimitReached:/, systemText.joinRate],
  [/^(?:InvalidJWTToken|MalformedJWT|JwtSignatureError):/, systemText.joinToken],
  [/^InitializingProjectConnection:/, systemText.joinConnecting],
  [/^PostgresChangesSubscribeTimeout:/, systemText.joinChangesLate],
  [/^TopicName/, systemText.joinTopic],
]

/** Explains why a channel couldn't be joined, and what to do. */
export function joinRefusal(reason: string): string {
  return refusals.find(([said]) => said.test(reason))?.[1] ?? reason
}
