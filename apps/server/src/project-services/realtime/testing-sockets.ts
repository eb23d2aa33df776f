import { createProjectDirectory } from '@colonnade/platform'
import { importTokenKey, secretKey, signWithKey, signWithoutId } from '@colonnade/tokens'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { TestProject } from '../testing.ts'

/** What the service answers a message with. */
export interface Reply {
  readonly status: string
  readonly response: { readonly reason?: string; readonly postgres_changes?: readonly { readonly id: number }[] }
}

type Message = readonly [joinRef: unknown, ref: unknown, topic: string, event: string, payload: unknown]

/** A socket of the protocol, without the client. Messages of the first version are shown as those of the second. */
export interface RawSocket {
  readonly socket: WebSocket
  /** Of those that nobody has waited for yet. */
  send(...message: Message): void
  sendBytes(bytes: Buffer): void
  /** The next message that fits; others before it are kept. */
  next(fits?: (message: Message) => boolean): Promise<Message>
  /** The reply to a ref. */
  reply(ref: unknown): Promise<Reply>
  /** The next binary message. */
  nextBytes(): Promise<Buffer>
  close(): Promise<void>
}

export async function openRawSocket(url: string, apikey: string, vsn = '2.0.0'): Promise<RawSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${apikey}&vsn=${vsn}`)
  const messages: Message[] = []
  const pieces: Buffer[] = []
  let arrived = Promise.withResolvers<void>()
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) pieces.push(data)
    else {
      const value = JSON.parse(String(data))
      messages.push(Array.isArray(value) ? (value as unknown as Message) : [value.join_ref, value.ref, value.topic, value.event, value.payload])
    }
    arrived.resolve()
    arrived = Promise.withResolvers<void>()
  })
  await once(socket, 'open')
  const next = async (fits: (message: Message) => boolean = () => true): Promise<Message> => {
    for (;;) {
      const at = messages.findIndex(fits)
      if (at !== -1) return messages.splice(at, 1)[0]!
      await arrived.promise
    }
  }
  return {
    socket,
    send(joinRef, ref, topic, event, payload) {
      socket.send(JSON.stringify(vsn === '1.0.0' ? { topic, event, payload, ref, join_ref: joinRef } : [joinRef, ref, topic, event, payload]))
    },
    sendBytes: (bytes) => socket.send(bytes),
    next,
    reply: async (ref) => (await next(([, of, , event]) => event === 'phx_reply' && of === ref))[4] as Reply,
    async nextBytes() {
      while (pieces.length === 0) await arrived.promise
      return pieces.shift()!
    },
    async close() {
      if (socket.readyState === WebSocket.CLOSED) return
      socket.close()
      await once(socket, 'close')
    },
  }
}

/** Status and body of a refused handshake. */
export async function refusedHandshake(url: string, search: string, headers: Record<string, string> = {}): Promise<readonly [number, unknown]> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?${search}`, { headers })
  socket.on('error', () => {})
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, NodeJS.ReadableStream & { statusCode: number }]
  let body = ''
  for await (const piece of response) body += String(piece)
  return [response.statusCode, JSON.parse(body)]
}

/** Signs tokens with the project's secret, or the key that its auth service signs with; a token without `exp` ends in an hour. */
export async function tokenMaker(
  { platform, ref }: TestProject,
  by: 'secret' | 'current key' = 'secret',
): Promise<(claims: Readonly<Record<string, unknown>>) => string> {
  await using directory = createProjectDirectory(platform.ctx)
  const { jwtSecret, signingKeys } = (await directory.keys(ref))!
  const { id, jwk } = signingKeys.find(({ isLegacy, state }) => (by === 'secret' ? isLegacy : state === 'in_use'))!
  const complete = (claims: Readonly<Record<string, unknown>>) => ({ exp: Math.floor(Date.now() / 1000) + 3600, ...claims })
  if (by === 'secret') {
    const key = secretKey(jwtSecret, id, 'in_use')
    return (claims) => signWithoutId(key, complete(claims))
  }
  const key = importTokenKey(jwk, { id, state: 'in_use' })
  return (claims) => signWithKey(key, complete(claims))
}
