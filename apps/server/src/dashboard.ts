import fastifyStatic from '@fastify/static'
import { noRoute, type FastifyInstance } from '@colonnade/http'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What is not found below these is no page: APIs and files. */
const servicePath = /^\/(platform|api|v1|assets)(\/|$)/

const notBuilt = '<!doctype html><title>Colonnade</title><p>The dashboard is not built. Run npm start.</p>'

/**
 * Serves the built dashboard: hashed files for ever, the page itself for every path that is not a service's.
 *
 * @param endpoints what services answer, so that a call of theirs with another method is told which there are
 */
export async function mountDashboard(app: FastifyInstance, folder: string, endpoints: Parameters<typeof noRoute>[0]): Promise<void> {
  const indexPath = join(folder, 'index.html')
  const isBuilt = existsSync(indexPath)
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
    })
  }
  let page = notBuilt
  // read anew each time: a build while the server runs has other file names in it, and is for a moment not there at all
  const readPage = async (): Promise<string> => (page = await readFile(indexPath, 'utf8').catch(() => page))
  app.setNotFoundHandler(async (request, reply) => {
    const [path = '/'] = request.url.split('?')
    if (servicePath.test(path) || (request.method !== 'GET' && request.method !== 'HEAD')) {
      const error = noRoute(endpoints, request.method, path)
      const allow = error.details['allow']
      if (typeof allow === 'string') reply.header('allow', allow)
      throw error
    }
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', policy(nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send((await readPage()).replaceAll('__CSP_NONCE__', nonce))
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
