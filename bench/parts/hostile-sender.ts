/** A thread that sends what a hostile tenant would, so that making and sending it does not slow down whoever is measured meanwhile. */
import { request } from 'node:http'
import { parentPort } from 'node:worker_threads'
import { hostile, type HostileName } from './hostile-bodies.ts'

/** One request. The answer's bytes are read, unless it is to be left lying. */
export interface HostileOrder {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: HostileName
  /** Requests at once. */
  readonly copies: number
  /** Leaves answers unread, and hangs up after this long. */
  readonly unreadForMs?: number
}

/** The statuses of the answers, in any order; a broken connection is 0. */
export type HostileOutcome = readonly number[]

const openMs = 180_000

async function send(order: HostileOrder, body: Buffer): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const asking = request(order.url, { method: order.method, headers: { ...order.headers, 'content-length': body.length }, agent: false })
  const cut = (): void => {
    resolve(0)
    asking.destroy()
  }
  asking.setTimeout(openMs, cut)
  if (order.unreadForMs !== undefined) setTimeout(cut, order.unreadForMs)
  asking.on('error', cut)
  asking.on('response', (response) => {
    if (order.unreadForMs !== undefined && response.statusCode === 200) return void response.pause()
    response.resume().on('close', () => resolve(response.statusCode ?? 0))
  })
  asking.end(body)
  return promise
}

parentPort?.on('message', (order: HostileOrder) => {
  const body = hostile[order.body]()
  void Promise.all(Array.from({ length: order.copies }, () => send(order, body))).then((statuses) => parentPort?.postMessage(statuses, []))
})
