import { chmod } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { chain } from '../limits.ts'
import { errorReply } from '../invocations/errors.ts'

/** A call of a function to its project's own API, below what `SUPABASE_URL` says. */
export interface OwnApiCall {
  readonly ref: string
  /** `/rest/v1/films?id=eq.1`: as it was sent. */
  readonly url: string
  /** `SUPABASE_URL`. */
  readonly baseUrl: string
}

/** Answers calls of functions to the API of their project. */
export type OwnApi = (call: OwnApiCall, request: IncomingMessage, response: ServerResponse) => void

/** What workers call the API over its socket; no name server knows it. */
export const ownApiHost = 'own-api.internal'

/** Counts calls by functions of a project to its functions; milliseconds to wait beyond the most, 0 below it. */
export type ChainCounter = (ref: string) => number

export function createChainCounter(now: () => number): ChainCounter {
  const counts = new Map<string, { count: number; endsAt: number }>()
  return (ref) => {
    const at = now()
    const held = counts.get(ref)
    const count = held === undefined || held.endsAt <= at ? { count: 0, endsAt: at + chain.withinMs } : held
    if (counts.size > 10_000) counts.clear()
    counts.set(ref, count)
    count.count += 1
    return count.count > chain.calls ? count.endsAt - at : 0
  }
}

export interface OwnApiParts {
  readonly ref: string
  /** `SUPABASE_URL`. */
  readonly url: string
  readonly answer: OwnApi
  readonly countChain: ChainCounter
}

/** Listens on a worker's socket and forwards only to the API of its project. */
export async function listenForOwnApi(path: string, { ref, url, answer, countChain }: OwnApiParts): Promise<AsyncDisposable> {
  const own = new URL(url)
  const base = own.pathname.replace(/\/$/, '')
  const server = createServer((request, response) => {
    const asked = URL.parse(request.url ?? '')
    const path = asked?.pathname ?? ''
    if (asked === null || !path.startsWith(`${base}/`)) {
      response.writeHead(403, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ message: 'This socket only reaches the API of the project' }))
      return
    }
    const rest = path.slice(base.length)
    request.headers.host = own.host
    if (rest.startsWith('/functions/v1/')) {
      const waitMs = countChain(ref)
      if (waitMs > 0) {
        const { status, headers, body } = errorReply('RATE_LIMIT_EXCEEDED')
        response.writeHead(status, {
          ...headers,
          'retry-after': String(Math.ceil(waitMs / 1000)),
          'x-colonnade-chain-wait': String(waitMs),
        } as Record<string, string>)
        response.end(body)
        return
      }
    }
    answer({ ref, url: `${rest}${asked.search}`, baseUrl: url }, request, response)
  })
  // a worker that exits takes its connections with it
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  // the folder is the worker's own
  await chmod(path, 0o666)
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
