import type { ServiceReply, ServiceRequest } from '@colonnade/projects'
import { type IncomingMessage, request as ask, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FunctionError } from './errors.ts'

/** What a worker answered to a request for a WebSocket. */
type Answer = { readonly response: IncomingMessage; readonly socket?: Duplex; readonly head?: Buffer }

/**
 * Leads a WebSocket to a worker. Resolves with the reply where the function refuses it; once it is open, with none of a body.
 *
 * @param closed called when it is over
 */
export async function leadWebSocket(
  { path, search, upgrade, signal }: ServiceRequest,
  socketPath: string,
  headers: Record<string, string | string[]>,
  closed: () => void,
): Promise<{ readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: ServiceReply['body'] }> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const asking = ask({ socketPath, method: 'GET', path: search === '' ? path : `${path}?${search}`, headers, signal })
  asking.on('upgrade', (response, socket, head) => resolve({ response, socket, head }))
  asking.on('response', (response) => resolve({ response }))
  asking.on('error', (error) => reject(new FunctionError('WORKER_ERROR', { cause: error })))
  asking.end()
  const { response, socket, head } = await promise
  if (socket === undefined) return { status: response.statusCode!, headers: response.headers, body: response }
  const client = upgrade!.take()
  client.socket.write(headOf(response), 'latin1')
  if (head !== undefined && head.length > 0) client.socket.write(head)
  if (client.head.length > 0) socket.write(client.head)
  // either side that ends, ends the other
  void Promise.allSettled([pipeline(client.socket, socket), pipeline(socket, client.socket)]).then(closed)
  return { status: 101, headers: {}, body: null }
}

function headOf({ statusCode, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode!]}`]
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
