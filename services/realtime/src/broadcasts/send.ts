import { toAppError } from '@colonnade/core'
import { causeOf, type Extension } from '../authorizations/policies.ts'
import type { Channel } from '../channels/channel.ts'
import { endChannel } from '../channels/end.ts'
import type { Content, Frame, PushFrame, Ref } from '../codecs/frames.ts'
import { endings, joinRefusals, sendRefusals } from '../messages.ts'
import type { Realtime } from '../realtime.ts'
import { readPersist, store } from './store.ts'

/** Broadcasts what a client sent. Messages of one channel stay in order, also while its right to send is asked for. */
export function broadcast(realtime: Realtime, channel: Channel, frame: Frame | PushFrame): void {
  const { hub } = channel.client
  const { settings } = hub
  const now = realtime.clock.now()
  if (!hub.events.take(now, settings.maxEventsPerSecond)) {
    endChannel(channel, endings.events, now)
    return
  }
  const payload = frame.kind === 'frame' ? JSON.stringify(frame.payload) : null
  if (payload !== null && !isBroadcast(frame.kind === 'frame' ? frame.payload : null)) {
    channel.reply(frame.ref, 'error', { reason: sendRefusals.malformed })
    return
  }
  const bytes = frame.kind === 'push' ? frame.content.bytes.length : Buffer.byteLength(payload!)
  if (bytes > settings.maxPayloadBytes) {
    channel.reply(frame.ref, 'error', { reason: sendRefusals.size })
    return
  }
  if (!hub.bytes.take(now, settings.maxBytesPerSecond, bytes)) {
    endChannel(channel, endings.events, now)
    return
  }
  const persists = readPersist(metaOf(frame)['persist'])
  if (persists === null || (persists && !channel.config.isPrivate)) {
    channel.reply(frame.ref, 'error', { reason: persists === null ? sendRefusals.persistValue : sendRefusals.persistPublic })
    return
  }
  const send = (): void => {
    hub.messages += 1
    if (frame.kind === 'push') channel.room.broadcast({ topic: channel.topic, name: frame.name, content: frame.content }, channel)
    else channel.room.broadcastText(payload!, channel)
    if (channel.config.ack) channel.reply(frame.ref, 'ok', {})
  }
  channel.inOrder(() => {
    if (persists) return storeAndSend(realtime, channel, frame)
    whenWritable(realtime, channel, 'broadcast', frame.ref, send)
    return undefined
  })
}

/** Stores and sends a broadcast. Its receivers also get its id, so that they recognize it in a replay. */
async function storeAndSend(realtime: Realtime, channel: Channel, frame: Frame | PushFrame): Promise<void> {
  const { hub } = channel.client
  for (const extension of ['broadcast', 'persistence'] as const) {
    const isAllowed = await new Promise<boolean>((resolve) => {
      whenWritable(
        realtime,
        channel,
        extension,
        frame.ref,
        () => resolve(true),
        () => resolve(false),
      )
    })
    if (!isAllowed) return
  }
  const message = frame.kind === 'push' ? frame : messageOf(frame.payload as TextBroadcast)
  const id = await store(realtime, hub, { topic: channel.name, name: message.name, content: message.content })
  if (id === null) {
    channel.reply(frame.ref, 'error', { reason: sendRefusals.notStored })
    return
  }
  hub.messages += 1
  channel.room.broadcast({ topic: channel.topic, name: message.name, content: message.content, meta: { id } }, channel)
  if (channel.config.ack && !channel.isOver) channel.reply(frame.ref, 'ok', { id })
}

interface TextBroadcast {
  readonly event: string
  readonly payload?: unknown
  readonly meta?: unknown
}

function messageOf({ event, payload = null }: TextBroadcast): { readonly name: string; readonly content: Content } {
  return { name: event, content: { isJson: true, bytes: Buffer.from(JSON.stringify(payload)) } }
}

function isBroadcast(payload: unknown): payload is TextBroadcast {
  return typeof payload === 'object' && payload !== null && typeof (payload as { readonly event?: unknown }).event === 'string'
}

function metaOf(frame: Frame | PushFrame): { readonly persist?: unknown } {
  try {
    const meta: unknown = frame.kind === 'frame' ? (frame.payload as TextBroadcast).meta : frame.meta === '' ? null : JSON.parse(frame.meta)
    return typeof meta === 'object' && meta !== null ? meta : {}
  } catch {
    return {}
  }
}

/** Does something once a channel may write: at once in public, and where a policy has allowed it since the token came. */
export function whenWritable(
  realtime: Realtime,
  channel: Channel,
  extension: Extension,
  ref: Ref,
  work: () => void,
  otherwise: () => void = () => {},
): void {
  const { client, name, identity, writes } = channel
  const go = (isAllowed: boolean): void => {
    if (!channel.isOver && isAllowed) {
      work()
      return
    }
    if (!channel.isOver) channel.reply(ref, 'error', { reason: extension === 'persistence' ? sendRefusals.persist(name) : sendRefusals.write(name) })
    otherwise()
  }
  if (!channel.config.isPrivate) {
    go(true)
    return
  }
  const known = writes[extension]
  if (typeof known === 'boolean') {
    go(known)
    return
  }
  const asked = known ?? ask()
  asked.then(go, () => {
    channel.reply(ref, 'error', { reason: joinRefusals.connecting })
    otherwise()
  })

  function ask(): Promise<boolean> {
    const asking = realtime.policies.write({ ref: client.hub.ref, identity, headers: client.headers }, name, extension)
    writes[extension] = asking
    const settle = (isAllowed: boolean | undefined): void => {
      if (writes[extension] !== asking) return
      if (isAllowed === undefined) delete writes[extension]
      else writes[extension] = isAllowed
    }
    asking.then(settle, (error: unknown) => {
      settle(undefined)
      realtime.logger.warn('policy not checked', { ref: client.hub.ref, error: toAppError(causeOf(error)) })
    })
    return asking
  }
}
