import type { Caller, ServiceReply, ServiceRequest } from '@colonnade/projects'
import type { Asker } from '../authorizations/policies.ts'
import type { Identity } from '../authorizations/tokens.ts'
import { isJson } from '../codecs/decode.ts'
import type { BroadcastMeta } from '../codecs/encode.ts'
import type { Content } from '../codecs/frames.ts'
import { batchMost, bodyBytesMost, nameBytesMost } from '../limits.ts'
import { restRefusals, sendRefusals } from '../messages.ts'
import type { Hub } from '../project/hub.ts'
import type { Realtime } from '../realtime.ts'
import { identifyCaller } from '../sockets/handshake.ts'
import { readPersist, store } from './store.ts'

interface Message {
  readonly name: string
  readonly topic: string
  readonly isPrivate: boolean
  readonly content: Content
}

type Errors = Readonly<Record<string, readonly string[]>>

const accepted: ServiceReply = { status: 202, headers: {}, body: null }

/** Broadcasts what comes over HTTP: `/api/broadcast` many, `/api/broadcast/<topic>/events/<event>` one. */
export async function serveBroadcasts(realtime: Realtime, hub: Hub, request: ServiceRequest, caller: Caller): Promise<ServiceReply> {
  const one = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)\/?$/.exec(request.path)
  if (one === null && !/^\/api\/broadcast\/?$/.test(request.path)) return refuse(404, restRefusals.path)
  if (request.method !== 'POST') return { ...refuse(405, restRefusals.method), headers: { ...json, allow: 'POST' } }
  const identity = identifyCaller(new URLSearchParams(request.search).get('apikey'), request.headers, caller, realtime.clock.now())
  if ('status' in identity) return refuse(identity.status, identity.error)
  const mediaType = (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (mediaType !== 'application/json' && (one === null || mediaType !== 'application/octet-stream')) return refuse(415, restRefusals.mediaType)
  const body = await readBody(request)
  if (body === null) return refuse(413, restRefusals.bodySize)
  const content: Content = { isJson: mediaType === 'application/json', bytes: body }
  if (content.isJson && !isJson(body)) return refuse(422, restRefusals.json, { body: [restRefusals.json] })
  return one === null ? sendBatch(realtime, hub, request, identity, body) : sendOne(realtime, hub, request, identity, one, content)
}

async function sendOne(
  realtime: Realtime,
  hub: Hub,
  request: ServiceRequest,
  identity: Identity,
  [, topic, name]: RegExpExecArray,
  content: Content,
): Promise<ServiceReply> {
  const query = new URLSearchParams(request.search)
  const named = [decodeName(topic!), decodeName(name!)]
  const message = { topic: named[0] ?? '', name: named[1] ?? '', isPrivate: query.get('private') === 'true', content }
  const errors = errorsOf(message, hub)
  if (errors !== null) return refuse(422, 'The broadcast is not valid', errors)
  const persists = query.has('persist[ttl]') ? null : readPersist(query.get('persist') === '' ? true : query.get('persist'))
  if (persists === null || (persists && !message.isPrivate)) {
    const reason = persists === null ? sendRefusals.persistValue : sendRefusals.persistPublic
    return refuse(422, 'The broadcast is not valid', { persist: [reason] })
  }
  if (!isInRate(realtime, hub, [message])) return refuse(429, restRefusals.events)
  if (hub.settings.isPrivateOnly && !message.isPrivate) return refuse(403, restRefusals.privateOnly)
  const asker = askerOf(hub, identity, request)
  if (!(await maySend(realtime, message, asker))) return refuse(403, restRefusals.write)
  if (!persists) {
    send(hub, message)
    return accepted
  }
  if (!(await realtime.policies.write(asker, message.topic, 'persistence'))) return refuse(403, restRefusals.persist)
  const id = await store(realtime, hub, message)
  if (id === null) return refuse(503, sendRefusals.notStored)
  send(hub, message, { id })
  return { status: 202, headers: json, body: JSON.stringify({ id }) }
}

/** Sends a batch. Messages that aren't allowed are left out. */
async function sendBatch(realtime: Realtime, hub: Hub, request: ServiceRequest, identity: Identity, body: Buffer): Promise<ServiceReply> {
  const { messages } = (JSON.parse(body.toString('utf8')) ?? {}) as { readonly messages?: unknown }
  if (!Array.isArray(messages) || messages.length === 0) return refuse(422, 'messages can’t be blank', { messages: ["can't be blank"] })
  if (messages.length > batchMost)
    return refuse(422, `Send at most ${batchMost} messages at once`, { messages: [`should have at most ${batchMost} item(s)`] })
  const read = messages.map(readMessage)
  const errors = read.map((message) => errorsOf(message, hub) ?? {})
  if (errors.some((each) => Object.keys(each).length > 0)) return refuse(422, 'A message of the batch is not valid', { messages: errors })
  if (!isInRate(realtime, hub, read as Message[])) return refuse(429, restRefusals.events)
  const asker = askerOf(hub, identity, request)
  const rights = new Map<string, Promise<boolean>>()
  for (const message of read as Message[]) {
    if (hub.settings.isPrivateOnly && !message.isPrivate) continue
    const key = `${message.isPrivate} ${message.topic}`
    const right = rights.get(key) ?? maySend(realtime, message, asker)
    rights.set(key, right)
    if (await right) send(hub, message)
  }
  return accepted
}

/** Counts messages that come together, unless they would be too many or too long for this second. */
function isInRate({ clock }: Realtime, { events, bytes, settings }: Hub, messages: readonly Message[]): boolean {
  const now = clock.now()
  const length = messages.reduce((sum, { content }) => sum + content.bytes.length, 0)
  return events.take(now, settings.maxEventsPerSecond, messages.length) && bytes.take(now, settings.maxBytesPerSecond, length)
}

function askerOf({ ref }: Hub, identity: Identity, { headers }: ServiceRequest): Asker {
  return { ref, identity, headers: JSON.stringify(headers) }
}

async function maySend({ policies }: Realtime, { isPrivate, topic }: Message, asker: Asker): Promise<boolean> {
  return !isPrivate || (await policies.write(asker, topic, 'broadcast'))
}

function send(hub: Hub, { topic, name, isPrivate, content }: Message, meta?: BroadcastMeta): void {
  hub.messages += 1
  const full = `realtime:${topic}`
  hub.findRoom(full, isPrivate)?.broadcast({ topic: full, name, content, ...(meta && { meta }) }, null)
}

function readMessage(value: unknown): Partial<Message> {
  if (typeof value !== 'object' || value === null) return {}
  const { topic, event, payload, private: isPrivate } = value as Readonly<Record<string, unknown>>
  return {
    isPrivate: isPrivate === true,
    ...(typeof topic === 'string' && { topic }),
    ...(typeof event === 'string' && { name: event }),
    ...(typeof payload === 'object' && payload !== null && { content: { isJson: true, bytes: Buffer.from(JSON.stringify(payload)) } }),
  }
}

/** Returns validation errors in the form of Ecto, which the original is written with. */
function errorsOf({ topic, name, content }: Partial<Message>, { settings }: Hub): Errors | null {
  const errors: Record<string, string[]> = {}
  const blank = ["can't be blank"]
  if (!topic) errors['topic'] = blank
  else if (Buffer.byteLength(topic) > nameBytesMost) errors['topic'] = [`should be at most ${nameBytesMost} byte(s)`]
  if (!name) errors['event'] = blank
  if (content === undefined) errors['payload'] = blank
  else if (content.bytes.length > settings.maxPayloadBytes) errors['payload'] = [sendRefusals.size]
  return Object.keys(errors).length === 0 ? null : errors
}

function decodeName(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** null for one that is too long. */
async function readBody({ body }: ServiceRequest): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > bodyBytesMost) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const json = { 'content-type': 'application/json; charset=utf-8' }

function refuse(status: number, message: string, errors?: object): ServiceReply {
  return { status, headers: json, body: JSON.stringify(errors === undefined ? { message } : { message, errors }) }
}
