import fastifyStatic from '@fastify/static'
import { noRoute, type FastifyInstance } from '@colonnade/http'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPage, linkFiles, openBuiltPage } from './built-page.ts'

/** What is not found below these is no page: APIs and files. */
const servicePath = /^\/(platform|api|v1|assets)(\/|$)/

/**
 * Serves the built dashboard: hashed files, cached forever, and the page itself for every path that doesn't belong to a service.
 *
 * @param endpoints of services, so that a call with a method that one doesn't have lists its methods
 */
export async function mountDashboard(app: FastifyInstance, folder: string, endpoints: Parameters<typeof noRoute>[0]): Promise<void> {
  if (existsSync(join(folder, 'index.html'))) {
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
    })
  }
  const readPage = openBuiltPage(folder)
  app.setNotFoundHandler(async (request, reply) => {
    const [path = '/'] = request.url.split('?')
    if (servicePath.test(path) || (request.method !== 'GET' && request.method !== 'HEAD')) {
      const error = noRoute(endpoints, request.method, path)
      const allow = error.details['allow']
      if (typeof allow === 'string') reply.header('allow', allow)
      throw error
    }
    const nonce = randomBytes(16).toString('base64')
    const { html, pages } = await readPage()
    return reply
      .header('content-security-policy', policy(nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(linkFiles(html, findPage(pages, path)).replaceAll('__CSP_NONCE__', nonce))
  })
}

/** Styles are inline because the editor and the grid set them; scripts never are, but for the one that prevents a flash of the wrong theme. */
function policy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "frame-src 'self' blob:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
