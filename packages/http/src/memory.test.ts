import { get, post, resource } from '@colonnade/contracts/foundation/endpoint'
import { MemoryBudget, silentLogger, systemRandom } from '@colonnade/core'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createHttpApp, mount, type ScopeRule, serveWith } from './index.ts'

const mebibyte = 1024 * 1024
const large = resource('/{ref}/large', {
  retrieve: get('/', { summary: '', auth: 'public', reply: z.array(z.string()) }),
  create: post('/', { summary: '', auth: 'public', body: z.object({ text: z.string() }), bodyLimitBytes: 8 * mebibyte, reply: z.number() }),
})
const serve = serveWith<{ context: object; actor: string; scopes: ScopeRule; transaction: undefined }>()
/** Longer than sockets hold for a reader that does not read. */
const reply = Array.from({ length: 32 }, () => 'x'.repeat(mebibyte))
const memory = new MemoryBudget({ totalBytes: 120 * mebibyte, ownerBytes: 40 * mebibyte, floorBytes: mebibyte })
const app = createHttpApp({ logger: silentLogger, random: systemRandom })
mount(app, {
  routes: [serve(large.retrieve, () => reply), serve(large.create, ({ body }) => body.text.length)],
  context: {},
  policy: {
    callerKey: () => '',
    memoryOwner: (_actor, { ref }) => ref!,
    authenticate: async () => null,
    limit: async () => {},
    authorize: async () => undefined,
    isScopedByBody: () => false,
    audit: async () => {},
  },
  logger: silentLogger,
  memory,
  readerPatienceMs: 500,
})
beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => app.close())
const open: ClientRequest[] = []
afterEach(async () => {
  for (const asking of open.splice(0)) asking.destroy()
  await expect.poll(() => memory.usedBytes).toBe(0)
})

function ask(method: string, ref: string, headers: Record<string, string | number> = {}): ClientRequest {
  const { port } = app.server.address() as AddressInfo
  const asking = request({ port, method, path: `/${ref}/large`, headers: { 'content-type': 'application/json', ...headers }, agent: false })
  open.push(asking)
  return asking.on('error', () => {})
}

async function answerTo(asking: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  return response
}

async function read(response: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) bytes += chunk.length
  return bytes
}

test('a reply that nobody reads is counted for its project, whose next one is refused; those of others come', async () => {
  const unread = await answerTo(ask('GET', 'mine').end())
  expect(unread.statusCode).toBe(200)
  expect((await answerTo(ask('GET', 'mine').end())).statusCode).toBe(503)
  const others = await answerTo(ask('GET', 'yours').end())
  expect(await read(others)).toBe(JSON.stringify(reply).length)
})

test('a reader that leaves its reply lying is cut off, and the memory is free', async () => {
  expect((await answerTo(ask('GET', 'mine').end())).statusCode).toBe(200)
  expect(memory.usedBy('mine')).toBeGreaterThan(0)
  await expect.poll(() => memory.usedBy('mine'), { timeout: 10_000 }).toBe(0)
  expect((await answerTo(ask('GET', 'mine').end())).statusCode).toBe(200)
})

test('bodies that come in part are counted while they come', async () => {
  const size = 8 * mebibyte - 100
  const body = JSON.stringify({ text: 'x'.repeat(size) })
  const half = ask('POST', 'mine', { 'content-length': body.length })
  half.write(body.slice(0, size - 1000))
  await expect.poll(() => memory.usedBy('mine')).toBeGreaterThan(20 * mebibyte)
  const refused = ask('POST', 'mine')
  refused.end(body)
  expect((await answerTo(refused)).statusCode).toBe(503)
  half.end(body.slice(size - 1000))
  expect((await answerTo(half)).statusCode).toBe(200)
})
