import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Gateway } from './gateway.ts'
import { serviceNames } from './services.ts'

/** A call that a project's own function makes to its project's API, past the network. */
export interface InnerCall {
  readonly ref: string
  /** `/rest/v1/films?id=eq.1`, as it was sent. */
  readonly url: string
  /** URL of the project's API, without a service. */
  readonly baseUrl: string
  readonly requestId: string
}

const form = new RegExp(`^/(${serviceNames.join('|')})/v1(/[^?]*|(?=\\?|$))(?:\\?(.*))?$`, 's')

/** Answers a call from within as one from outside. */
export function serveInnerCall(
  gateway: Gateway,
  { ref, url, baseUrl, requestId }: InnerCall,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const [, name, path, search = ''] = form.exec(url) ?? []
  const service = serviceNames.find((one) => one === name)
  if (service === undefined) {
    response.writeHead(404, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify({ message: 'Unknown service' }))
    return
  }
  const publicUrl = `${baseUrl.replace(/\/$/, '')}/${service}/v1`
  const call = { ref, service, path: path || '/', search, address: '127.0.0.1', publicUrl, requestId }
  gateway.serve(call, request, response).catch(() => response.destroy())
}
