import { silentLogger, systemRandom } from '@colonnade/core'
import { createHttpApp, type FastifyInstance } from '@colonnade/http'
import { platformEndpoints } from '@colonnade/platform'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mountDashboard } from './dashboard.ts'
import { securityHeaders } from '../security-headers.ts'

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colonnade-test-'))
  app = createHttpApp({ logger: silentLogger, random: systemRandom })
  await mountDashboard(app, folder, platformEndpoints)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

describe('an address that nothing answers', () => {
  test.for([
    '/api',
    '/api/',
    '/api/abcdefghijklmnopqrst',
    '/api/abcdefghijklmnopqrst/rest/v1/todos?select=*',
    '/platform/nothing',
    '/v1/nothing',
    '/assets/none.js',
  ])('%s is said to be none, as JSON', async (url) => {
    const reply = await app.inject(url)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, expect.stringContaining('application/json')])
    expect(reply.json()).toMatchObject({ code: 'route_not_found' })
  })

  test('takes no change either', async () => {
    const reply = await app.inject({ method: 'POST', url: '/api/abcdefghijklmnopqrst/rest/v1/todos', payload: {} })
    expect([reply.statusCode, reply.json()]).toEqual([404, expect.objectContaining({ code: 'route_not_found' })])
  })

  test.for(['/', '/project/abcdefghijklmnopqrst/api', '/apiary', '/platforms'])('%s is a page', async (url) => {
    const reply = await app.inject(url)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
  })
})

test('the page can not be put into a frame, nor run what is not ours', async () => {
  const framed = createHttpApp({ logger: silentLogger, random: systemRandom })
  try {
    securityHeaders(framed)
    await mountDashboard(framed, folder, platformEndpoints)
    for (const url of ['/', '/sign-in', '/authorize?request=x', '/org/acme/team']) {
      const { headers } = await framed.inject(url)
      expect(headers['x-frame-options'], url).toBe('DENY')
      const rules = String(headers['content-security-policy']).split('; ')
      expect(rules).toContain("frame-ancestors 'none'")
      expect(rules.find((rule) => rule.startsWith('script-src'))).toMatch(/^script-src 'self' 'nonce-[\w+/=]{24}' 'wasm-unsafe-eval'$/)
    }
  } finally {
    await framed.close()
  }
})

test('the page names the files of its route, whatever was built last', async () => {
  const page = (title: string): string => `<!doctype html><title>${title}</title></head><script nonce="__CSP_NONCE__"></script>`
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, 'index.html'), page('first'))
  expect((await app.inject('/')).body).toContain('first')
  await writeFile(
    join(folder, '.vite', 'pages.json'),
    JSON.stringify([
      { path: '/org/$slug', scripts: ['assets/org.js'], styles: [] },
      { path: '/org/new', scripts: ['assets/$&new.js'], styles: ['assets/new.css'] },
    ]),
  )
  const made = await app.inject('/org/new/?x')
  expect(made.body).toContain(
    '<link rel="modulepreload" crossorigin href="/assets/$&new.js">\n<link rel="stylesheet" crossorigin href="/assets/new.css">\n</head>',
  )
  expect(made.body).not.toContain('__CSP_NONCE__')
  expect((await app.inject('/org/acme')).body).toContain('href="/assets/org.js"')
  expect((await app.inject('/org/acme/team')).body).not.toContain('modulepreload')
  await writeFile(join(folder, 'index.html'), page('second'))
  expect((await app.inject('/org/acme')).body).toContain('second')
})
