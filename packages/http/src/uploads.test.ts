import { post, resource } from '@colonnade/contracts/foundation/endpoint'
import { silentLogger, systemRandom, MemoryBudget, memoryLimitsFor } from '@colonnade/core'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createHttpApp, mount, type ScopeRule, serveWith } from './index.ts'

const files = resource('/files', {
  upload: post('/', { summary: '', auth: 'user', upload: 'image/png', bodyLimitBytes: 1024 * 1024, reply: z.number(), status: 201 }),
})
const serve = serveWith<{ context: object; actor: string; scopes: ScopeRule; transaction: undefined }>()

/** Calls that have come as far as their body. */
let arrived = 0
const app = createHttpApp({ logger: silentLogger, random: systemRandom })
mount(app, {
  routes: [serve(files.upload, ({ body }) => body.length)],
  context: {},
  policy: {
    callerKey: (actor: string | null) => actor ?? '',
    memoryOwner: () => '',
    authenticate: async ({ cookies }) => cookies['session'] ?? null,
    limit: async () => void (arrived += 1),
    authorize: async () => undefined,
    isScopedByBody: () => false,
    audit: async () => {},
  },
  logger: silentLogger,
  memory: new MemoryBudget(memoryLimitsFor(0)),
})
beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => app.close())

/** Begins an upload; what is not ended waits for more. */
async function begin(session: string): Promise<ClientRequest> {
  const before = arrived
  const { port } = app.server.address() as AddressInfo
  const upload = request({ port, method: 'POST', path: '/files', headers: { cookie: `session=${session}`, 'content-type': 'image/png' } })
  upload.on('error', () => {})
  upload.write(Buffer.alloc(1_000))
  await expect.poll(() => arrived).toBe(before + 1)
  return upload
}

async function finish(upload: ClientRequest): Promise<number | undefined> {
  const answered = once(upload, 'response')
  upload.end()
  const [response] = (await answered) as [{ statusCode?: number; resume(): void }]
  response.resume()
  return response.statusCode
}

test('two uploads of a person are read at once, the others in turn; others do not wait for them', async () => {
  const slow = [await begin('ada'), await begin('ada')]
  const third = await begin('ada')
  let isAnswered = false
  const answer = finish(third).finally(() => (isAnswered = true))
  expect(await finish(await begin('bob'))).toBe(201)
  expect(isAnswered).toBe(false)
  expect(await finish(slow[0]!)).toBe(201)
  expect(await answer).toBe(201)
  expect(await finish(slow[1]!)).toBe(201)
})

test('who hangs up, while reading or in the line, makes room', async () => {
  const uploads = [await begin('ada'), await begin('ada'), await begin('ada'), await begin('ada')]
  uploads[3]!.destroy()
  uploads[2]!.destroy()
  uploads[1]!.destroy()
  expect(await finish(await begin('ada'))).toBe(201)
  expect(await finish(uploads[0]!)).toBe(201)
})
