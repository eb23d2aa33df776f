import { type Endpoint, listEndpoints, openApi, platformApi } from '@colonnade/contracts'
import { type FastifyInstance, mount } from '@colonnade/http'
import { apiPage } from './api-page.ts'
import type { PlatformContext } from './context.ts'
import { healthRoutes } from './modules/health/routes.ts'
import { notificationRoutes } from './modules/notifications/routes.ts'
import { organizationRoutes } from './modules/organizations/routes.ts'
import { projectRoutes } from './modules/projects/routes.ts'
import { queryRoutes } from './modules/queries/routes.ts'
import { sessionRoutes } from './modules/sessions/routes.ts'
import { createPolicy } from './policy.ts'

const routes = [...healthRoutes, ...sessionRoutes, ...organizationRoutes, ...projectRoutes, ...queryRoutes, ...notificationRoutes]

/** Every endpoint that the platform answers. */
export const platformEndpoints: readonly Endpoint[] = listEndpoints(platformApi).map(({ endpoint }) => endpoint)

/** Mounts the control plane under /platform, with its API document and a page to read it. */
export function mountPlatform(app: FastifyInstance, ctx: PlatformContext, options: { checkReplies?: boolean } = {}): void {
  mount(app, { routes, context: ctx, policy: createPolicy(ctx), logger: ctx.logger, ...options })
  const document = openApi(platformApi, { title: 'Colonnade platform API', version: ctx.config.version })
  const page = apiPage(document)
  app.get('/platform/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(document))
  app.get('/platform/docs', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(page),
  )
}
