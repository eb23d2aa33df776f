import { listEndpoints } from '@colonnade/contracts/apis/platform-api'
import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import type { Endpoint } from '@colonnade/contracts/foundation/endpoint'
import { openApi } from '@colonnade/contracts/openapi/openapi'
import { type FastifyInstance, mount, type Route } from '@colonnade/http'
import { apiPage } from './api-page.ts'
import type { Platform } from './platform.ts'
import { roomsOf } from './rooms.ts'
import { createPolicy } from './policy.ts'

/** Every endpoint that the platform answers. */
export const platformEndpoints: readonly Endpoint[] = listEndpoints(wholeApi).map(({ endpoint }) => endpoint)

/** Mounts the control plane under /platform, with its API document and a page to read it. */
export function mountPlatform(app: FastifyInstance, ctx: Platform, options: { checkReplies?: boolean } = {}): void {
  const rooms = roomsOf(ctx.config)
  const routes = rooms.flatMap((room) => room.routes)
  mount(app, { routes, context: ctx, policy: createPolicy(ctx), logger: ctx.logger, memory: ctx.memory, ...options })
  for (const room of rooms) room.mount?.(app, ctx)
  // made when first asked for: no start waits for them
  const document = once(() => openApi(apiOf(routes), { title: 'Colonnade platform API', version: ctx.config.version }))
  const page = once(() => apiPage(document()))
  app.get('/platform/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(document()))
  app.get('/platform/docs', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(page()),
  )
}

/** The calls of the API that something answers, with those that an installation goes without left out. */
function apiOf(routes: readonly Route[]): Readonly<Record<string, object>> {
  const answered = new Set(routes.map(({ endpoint }) => endpoint))
  const nouns = Object.entries<Readonly<Record<string, Endpoint>>>(wholeApi)
  return Object.fromEntries(
    nouns.map(([noun, endpoints]) => [noun, Object.fromEntries(Object.entries(endpoints).filter(([, endpoint]) => answered.has(endpoint)))]),
  )
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
