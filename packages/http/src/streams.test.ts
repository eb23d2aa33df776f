import { get, put, resource } from '@colonnade/contracts/foundation/endpoint'
import { AppError, silentLogger, systemRandom, MemoryBudget, memoryLimitsFor } from '@colonnade/core'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createHttpApp, mount, type ScopeRule, serveWith } from './index.ts'
import { attachment, readStream } from './streams.ts'

const streams = resource('/streams', {
  upload: put('/', { summary: '', auth: 'public', upload: 'application/octet-stream', bodyLimitBytes: 10, reply: z.number() }),
  download: get('/{how}', { summary: '', auth: 'public', download: 'application/octet-stream', reply: z.unknown() }),
})
const serve = serveWith<{ context: object; actor: string; scopes: ScopeRule; transaction: undefined }>()

/** What the handler of an upload does with each chunk. */
let onChunk: (size: number) => Promise<void> = async () => {}
let seen = 0
let destroyed = 0

const app = createHttpApp({ logger: silentLogger, random: systemRandom })
mount(app, {
  routes: [
    serve(streams.upload, async ({ body }) => {
      let size = 0
      for await (const chunk of body) {
        size += chunk.length
        seen = size
        await onChunk(size)
      }
      return size
    }),
    serve(streams.download, ({ params }) => ({ stream: fileOf(params.how), fileName: 'a.txt', mediaType: 'text/plain' })),
  ],
  context: {},
  policy: {
    callerKey: () => '',
    memoryOwner: () => '',
    authenticate: async () => null,
    limit: async () => {},
    authorize: async () => undefined,
    isScopedByBody: () => false,
    audit: async () => {},
  },
  logger: silentLogger,
  memory: new MemoryBudget(memoryLimitsFor(0)),
  checkReplies: true,
})
beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => app.close())

function fileOf(how: string): Readable {
  let sent = 0
  const stream = new Readable({
    read() {
      if (how === 'refused') this.destroy(new AppError('read_only'))
      else if (how === 'broken' && sent === 3) this.destroy(new AppError('connection_lost'))
      else if (how === 'endless' || sent < 3) this.push('x'.repeat(100_000))
      else this.push(null)
      sent += 1
    },
    destroy(error, done) {
      destroyed += 1
      done(error)
    },
  })
  return stream
}

const ask = (method: string, path: string): ClientRequest => {
  const { port } = app.server.address() as AddressInfo
  const asking = request({ port, method, path, headers: method === 'PUT' ? { 'content-type': 'application/octet-stream' } : {} })
  asking.on('error', () => {})
  return asking
}
const answerTo = (asking: ClientRequest) => new Promise<IncomingMessage>((resolve) => asking.on('response', resolve))

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

describe('a body that is streamed', () => {
  test('has no limit, and reaches its handler while it comes', async () => {
    const asking = ask('PUT', '/streams')
    asking.write(Buffer.alloc(1_000))
    await expect.poll(() => seen).toBe(1_000)
    asking.end(Buffer.alloc(300_000))
    expect(await textOf(await answerTo(asking))).toBe('301000')
  })

  test('may be empty', async () => {
    const asking = ask('PUT', '/streams').end()
    expect(await textOf(await answerTo(asking))).toBe('0')
  })

  test('waits while its handler does', async () => {
    const gate = Promise.withResolvers<void>()
    onChunk = () => gate.promise
    seen = 0
    const asking = ask('PUT', '/streams')
    const chunk = Buffer.alloc(1024 * 1024)
    let isFull = false
    for (let count = 0; count < 200 && !isFull; count += 1) {
      isFull =
        !asking.write(chunk) && (await Promise.race([new Promise((resolve) => asking.once('drain', () => resolve(false))), stalled()])) === true
    }
    expect(isFull).toBe(true)
    expect(seen).toBeLessThan(1024 * 1024)
    onChunk = async () => {}
    gate.resolve()
    asking.end()
    expect(Number(await textOf(await answerTo(asking)))).toBeGreaterThan(1024 * 1024)
  })

  test('that is refused half-way is answered, and its connection ends', async () => {
    onChunk = async () => {
      throw new AppError('rate_limited')
    }
    const asking = ask('PUT', '/streams')
    asking.write(Buffer.alloc(100_000))
    const response = await answerTo(asking)
    expect(response).toMatchObject({ statusCode: 429, headers: { connection: 'close' } })
    expect(JSON.parse(await textOf(response))).toMatchObject({ code: 'rate_limited' })
    onChunk = async () => {}
    asking.destroy()
  })

  test('whose sender falls silent ends', async () => {
    const silent = new Readable({ read() {} })
    silent.push('a')
    const got: number[] = []
    const reading = (async () => {
      for await (const chunk of readStream({ body: silent } as Parameters<typeof readStream>[0], 20)) got.push(chunk.length)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'bad_request' })
    expect(got).toEqual([1])
  })
})

/** That nothing happens can only be seen by waiting. */
const stalled = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 200))

describe('a reply that is streamed', () => {
  test('comes whole, as a file', async () => {
    const response = await answerTo(ask('GET', '/streams/whole').end())
    expect(response).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' } })
    expect(await textOf(response)).toHaveLength(300_000)
  })

  test('that fails before its first byte is an error as any', async () => {
    const response = await answerTo(ask('GET', '/streams/refused').end())
    expect(response).toMatchObject({ statusCode: 403, headers: { 'content-type': expect.stringContaining('application/json') as string } })
    expect(response.headers).not.toHaveProperty('content-disposition')
    expect(JSON.parse(await textOf(response))).toMatchObject({ code: 'read_only' })
  })

  test('that fails later is cut off', async () => {
    const response = await answerTo(ask('GET', '/streams/broken').end())
    expect(response.statusCode).toBe(200)
    await expect(textOf(response)).rejects.toThrow('aborted')
  })

  test('ends when its reader hangs up', async () => {
    const before = destroyed
    const asking = ask('GET', '/streams/endless').end()
    await answerTo(asking)
    asking.destroy()
    await expect.poll(() => destroyed).toBe(before + 1)
  })
})

test.for([
  ['rows.csv', `attachment; filename="rows.csv"; filename*=UTF-8''rows.csv`],
  ['a "b" 100%.csv', `attachment; filename="a _b_ 100_.csv"; filename*=UTF-8''a%20%22b%22%20100%25.csv`],
  ['../naïve\r\nx: y.csv', `attachment; filename=".._na_ve__x: y.csv"; filename*=UTF-8''.._na%C3%AFve__x%3A%20y.csv`],
  ["it's (1)*.csv", `attachment; filename="it's (1)*.csv"; filename*=UTF-8''it%27s%20%281%29%2A.csv`],
] as const)('the name %j is %s', ([name, header]) => {
  expect(attachment(name)).toBe(header)
})
