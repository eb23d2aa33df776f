import { once } from 'node:events'
import { WebSocket } from 'ws'

/** What a crowd of sockets is told to do. It answers each with one outcome, but `listen` and `send` with two: when it is ready, and when all have heard. */
export type CrowdOrder =
  /** Connects so many more. */
  | { readonly kind: 'open'; readonly group: string; readonly url: string; readonly count: number }
  /** Has each socket of a group join a topic; `tokens` are theirs, in turn. */
  | { readonly kind: 'join'; readonly group: string; readonly topic: string; readonly config: object; readonly tokens?: readonly string[] }
  /** Waits until each socket of a group has received one message that is no reply. */
  | { readonly kind: 'listen'; readonly group: string; readonly count: number }
  /** The same, once the first of them has sent something. */
  | { readonly kind: 'send'; readonly group: string; readonly count: number; readonly text: string }
  | { readonly kind: 'close'; readonly group: string }

export interface CrowdOutcome {
  readonly isReady: boolean
  /** How long it took. */
  readonly ms: number
  /** When it was over, in milliseconds since the Unix epoch. */
  readonly at: number
}

const groups = new Map<string, WebSocket[]>()
/** Connections that are opened at once. */
const atOnce = 50
const heartbeatMs = 20_000
let heard = (): void => {}
let replied = (_ref: string, _isOk: boolean): void => {}
let joins = 0

const now = (): number => performance.timeOrigin + performance.now()
const groupOf = (name: string): WebSocket[] => {
  const group = groups.get(name) ?? []
  groups.set(name, group)
  return group
}

function onMessage(data: Buffer, isBinary: boolean): void {
  if (!isBinary && data.includes('"phx_reply"')) {
    const [, ref, topic, , payload] = JSON.parse(data.toString()) as [string, string, string, string, { readonly status: string }]
    if (topic !== 'phoenix') replied(ref, payload.status === 'ok')
  } else if (isBinary || !data.includes('"system"')) heard()
}

async function open(group: string, url: string, count: number): Promise<void> {
  let left = count
  const line = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const socket = new WebSocket(url, { perMessageDeflate: false })
      await once(socket, 'open')
      socket.on('message', onMessage)
      groupOf(group).push(socket)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, line))
}

function join(group: string, topic: string, config: object, tokens: readonly string[] | undefined): Promise<void> {
  const sockets = groupOf(group)
  return new Promise((resolve, reject) => {
    let left = sockets.length
    replied = (ref, isOk) => {
      if (!isOk) reject(new Error(`Join ${ref} of ${topic} was refused`))
      left -= 1
      if (left === 0) resolve()
    }
    for (const [index, socket] of sockets.entries()) {
      joins += 1
      const token = tokens === undefined ? {} : { access_token: tokens[index % tokens.length] }
      socket.send(
        JSON.stringify([String(joins), String(joins), topic, 'phx_join', { config: { presence: { enabled: false }, ...config }, ...token }]),
      )
    }
  })
}

function allHear(count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count
    heard = () => {
      left -= 1
      if (left === 0) resolve()
    }
  })
}

function tell(isReady: boolean, begin: number): void {
  process.send!({ isReady, ms: now() - begin, at: now() } satisfies CrowdOutcome)
}

async function obey(order: CrowdOrder): Promise<void> {
  const begin = now()
  switch (order.kind) {
    case 'open':
      await open(order.group, order.url, order.count)
      break
    case 'join':
      await join(order.group, order.topic, order.config, order.tokens)
      break
    case 'listen':
    case 'send': {
      const hearing = allHear(order.count)
      tell(true, begin)
      if (order.kind === 'send') groupOf(order.group)[0]!.send(order.text)
      await hearing
      break
    }
    case 'close':
      for (const socket of groupOf(order.group)) socket.terminate()
      groups.delete(order.group)
  }
  tell(false, begin)
}

process.on('message', (order: CrowdOrder) => void obey(order))
setInterval(() => {
  for (const group of groups.values()) for (const socket of group) socket.send('[null,"h","phoenix","heartbeat",{}]')
}, heartbeatMs).unref()
