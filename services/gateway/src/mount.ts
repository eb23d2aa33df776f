import { type FastifyInstance, type FastifyRequest, handleBadPaths } from '@colonnade/http'
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Gateway, GatewaySocket } from './gateway.ts'
import { serviceNames, type ServiceName } from './services.ts'

const refForm = '^[a-z]{20}$'
const storagePath = /^\/api\/([a-z]{20})\/storage\/v1(?:[/?]|$)/

export interface MountGatewayOptions {
  /** Origin of the platform as clients see it; null to take it from the request. */
  readonly publicUrl: string | null
}

/** Binds the gateway to `/api/<ref>/<service>/v1`. Bodies stay unread: services read their own. */
export function mountGateway(app: FastifyInstance, gateway: Gateway, { publicUrl }: MountGatewayOptions): void {
  const upgrades = routeUpgrades(app)
  const serve = (request: FastifyRequest, response: ServerResponse, ref: string, service: ServiceName): Promise<void> => {
    const { path, search } = partsOf(request.raw.url ?? '', ref, service)
    // at a host of its own a project's services have no prefix
    const isOwnHost = request.originalUrl !== request.raw.url
    const called = `${request.protocol}://${request.host}`
    const base = isOwnHost ? called : `${publicUrl?.replace(/\/$/, '') ?? called}/api/${ref}`
    const call = { ref, service, path, search, address: request.ip, publicUrl: `${base}/${service}/v1`, isOwnHost, requestId: request.id }
    return gateway.serve(call, request.raw, response, upgrades.get(request.raw))
  }
  // names of files come as they are, and storage's clients only read its own errors
  handleBadPaths(app, (request, reply) => {
    const ref = storagePath.exec(request.raw.url ?? '')?.[1]
    if (ref === undefined) return false
    void serve(request, reply.raw, ref, 'storage')
    return true
  })
  void app.register(async (routed: FastifyInstance) => {
    routed.removeAllContentTypeParsers()
    routed.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const service of serviceNames) {
      const route = `/api/:ref(${refForm})/${service}/v1`
      for (const url of [route, `${route}/*`]) {
        routed.route<{ Params: { ref: string } }>({
          method: service === 'functions' ? routed.supportedMethods : ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
          url,
          exposeHeadRoute: false,
          config: { isStreamed: true },
          handler: async (request, reply) => {
            reply.hijack()
            const { ref } = request.params
            await serve(request, reply.raw, ref, service)
          },
        })
      }
    }
  })
}

/** Has requests for WebSockets routed as any other, with the connection that each of them came on. */
function routeUpgrades(app: FastifyInstance): WeakMap<IncomingMessage, GatewaySocket> {
  const upgrades = new WeakMap<IncomingMessage, GatewaySocket>()
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket as Parameters<typeof response.assignSocket>[0])
    response.once('finish', () => socket.end())
    // the service that has taken over the socket also listens
    socket.on('error', () => socket.destroy())
    upgrades.set(request, { socket, head })
    app.routing(request, response)
  })
  return upgrades
}

/** Returns the part after the prefix, as it was sent. */
function partsOf(url: string, ref: string, service: ServiceName): { path: string; search: string } {
  const mark = url.indexOf('?')
  const path = (mark === -1 ? url : url.slice(0, mark)).slice(`/api/${ref}/${service}/v1`.length)
  return { path: path === '' ? '/' : path, search: mark === -1 ? '' : url.slice(mark + 1) }
}
