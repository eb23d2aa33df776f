import { toAppError } from '@colonnade/core'
import { type Asker, causeOf, type ReadRights } from '../authorizations/policies.ts'
import { endOf, identify, type Identity, isApiKey } from '../authorizations/tokens.ts'
import { addSubscriptions, prepareSubscriptions } from '../changes/subscribe.ts'
import type { Frame } from '../codecs/frames.ts'
import { nameBytesMost } from '../limits.ts'
import { joinRefusals, tokenReason } from '../messages.ts'
import type { Realtime } from '../realtime.ts'
import type { Client, Joining } from '../sockets/client.ts'
import { noteRefusal } from '../sockets/notes.ts'
import { Channel } from './channel.ts'
import { closeChannel } from './end.ts'
import { readJoinConfig, tokenOfJoin } from './join-config.ts'
import { replay } from './replay.ts'

const prefix = 'realtime:'

const openToAll: ReadRights = { broadcast: true, presence: true }

/** Joins a topic, or replies with the reason why not. The client's messages for it wait until then. */
export function join(realtime: Realtime, client: Client, frame: Frame): void {
  const { topic, joinRef, ref } = frame
  const before = client.channels.get(topic)
  if (before !== undefined) closeChannel(before, realtime.clock.now())
  const undecided = client.joining.get(topic)
  if (undecided !== undefined) undecided.isOver = true
  const deciding = Promise.withResolvers<void>()
  const joining: Joining = { joinRef: joinRef ?? ref, identity: client.identity, isOver: false, decided: deciding.promise }
  client.joining.set(topic, joining)
  const decided = (): void => {
    if (client.joining.get(topic) === joining) client.joining.delete(topic)
    deciding.resolve()
  }
  void decideOrRefuse(realtime, client, frame, joining).finally(decided)
}

async function decideOrRefuse(realtime: Realtime, client: Client, frame: Frame, joining: Joining): Promise<void> {
  let reason: string | null
  try {
    reason = await decide(realtime, client, frame, joining)
  } catch (error) {
    realtime.logger.warn('channel not joined', { ref: client.hub.ref, error: toAppError(causeOf(error)) })
    reason = joinRefusals.connecting
  }
  client.traffic.joins += 1
  if (reason === null) return
  client.traffic.refusedJoins += 1
  noteRefusal(client, 'join_refused', joining.identity, frame.topic, reason, realtime.clock.now())
  if (!joining.isOver) client.reply({ ...frame, joinRef: joining.joinRef }, 'error', { reason })
}

/** Returns why it may not join; null once it has. */
async function decide(realtime: Realtime, client: Client, { topic, ref, payload }: Frame, joining: Joining): Promise<string | null> {
  const { hub } = client
  const { settings } = hub
  const now = realtime.clock.now()
  if (!topic.startsWith(prefix)) return joinRefusals.unmatched
  const name = topic.slice(prefix.length)
  if (name === '') return joinRefusals.topic
  if (Buffer.byteLength(topic) > nameBytesMost) return joinRefusals.topicLength
  if (!hub.joins.take(now, settings.maxJoinsPerSecond)) return joinRefusals.joins
  if (client.channels.size + client.joining.size > settings.maxChannelsPerClient) return joinRefusals.channels
  const config = readJoinConfig(payload, name, now)
  if (settings.isPrivateOnly && !config.isPrivate) return joinRefusals.privateOnly
  if (config.replay !== undefined && !config.isPrivate) return joinRefusals.publicReplay
  if (config.replay === null) return joinRefusals.replay
  const seen = hub.checked?.keys
  const identity = await identityFor(realtime, client, payload)
  if ('kind' in identity) return tokenReason(identity)
  if (identity.endsAt <= realtime.clock.now()) return tokenReason(endOf(identity, realtime.clock.now()))
  joining.identity = identity
  const asker: Asker = { ref: hub.ref, identity, headers: client.headers }
  const rights = config.isPrivate ? await realtime.policies.read(asker, name) : openToAll
  if (!rights.broadcast && !rights.presence) return joinRefusals.read(name)
  const subscribing = await prepareSubscriptions(realtime, hub, config, identity)
  if (subscribing.isLate && config.waitsForChanges) return joinRefusals.changesLate
  if (hub.checked?.keys !== seen) {
    // keys were revoked during the join, perhaps its own
    const again = await identityFor(realtime, client, payload)
    if ('kind' in again) return tokenReason(again)
  }
  if (joining.isOver || !client.isOpen) return null
  const room = hub.room(topic, config.isPrivate)
  const channel = new Channel({ client, joinRef: joining.joinRef, topic, name, config, room, identity, rights })
  const replays = config.replay !== undefined && rights.broadcast
  if (replays) channel.hold()
  hub.join(channel)
  channel.reply(ref, 'ok', { postgres_changes: subscribing.answers })
  addSubscriptions(hub, channel, subscribing)
  if (subscribing.problem !== null) noteRefusal(client, 'changes_refused', identity, topic, subscribing.problem, realtime.clock.now())
  if (channel.hearsPresence && settings.isPresenceEnabled) {
    // members in its full state aren't sent as joins
    room.sendPresence()
    channel.sendPresenceState()
  }
  if (replays) await replay(realtime, channel, config.replay)
  return null
}

async function identityFor(
  realtime: Realtime,
  client: Client,
  payload: unknown,
): Promise<Identity | Exclude<Awaited<ReturnType<typeof identify>>, Identity>> {
  const token = tokenOfJoin(payload)
  if (token === null || isApiKey(token) || token === client.identity.token) return client.isRevoked ? { kind: 'signature' } : client.identity
  return identify(client.prove, token, realtime.clock.now())
}
