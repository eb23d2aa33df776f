import { systemClock } from '@colonnade/core'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callHttpHook } from './http-hook.ts'

type Reply = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string } | 'hang up' | 'hang'

let url: string
let replies: Reply[]
const asked: IncomingHttpHeaders[] = []
const server = createServer((request, response) => {
  asked.push(request.headers)
  const reply = replies.length > 1 ? replies.shift()! : replies[0]!
  if (reply === 'hang up') request.destroy()
  else if (reply !== 'hang') response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body)
})

beforeAll(async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => resolve())
  await promise
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise<void>((resolve) => server.close(() => resolve()))
})
beforeEach(() => {
  asked.length = 0
})

const patience: Reply = { status: 503, headers: { 'retry-after': '1' } }
const call = (times = { mostMs: 5_000, pauseMs: 1 }) =>
  callHttpHook({ outbound: { arePrivateAllowed: true }, clock: systemClock }, { url, secrets: '' }, '{}', times)

describe('a hook', () => {
  test('that asks for patience, or hangs up, is asked again under the same id', async () => {
    replies = [patience, 'hang up', { status: 200, body: '{"a":1}' }]
    expect(await call()).toEqual({ output: { a: 1 }, attempts: 3 })
    expect(new Set(asked.map((headers) => headers['webhook-id'])).size).toBe(1)
  })

  test('is not asked more than three times', async () => {
    replies = [patience]
    await expect(call()).rejects.toMatchObject({ code: 'hook_timeout_after_retry', details: { attempts: 3 } })
    expect(asked).toHaveLength(3)
  })

  test('is not asked again for what it has answered', async () => {
    replies = [{ status: 503 }]
    await expect(call()).rejects.toMatchObject({ code: 'unexpected_failure' })
    expect(asked).toHaveLength(1)
  })

  test('that hangs is given up', async () => {
    replies = ['hang']
    await expect(call({ mostMs: 50, pauseMs: 10 })).rejects.toMatchObject({ code: 'hook_timeout', status: 422 })
  })

  test.each([
    { status: 204 },
    { status: 200, body: '' },
    { status: 202, headers: { 'content-type': 'application/json; charset=utf-8' }, body: '{}' },
  ])('may answer %j', async (reply) => {
    replies = [reply]
    expect((await call()).output).toEqual({})
  })
})

test.each([
  'http://example.com/hook',
  'https://127.0.0.1/hook',
  'https://0x7f.1/hook',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://localhost/',
  'https://169.254.169.254/latest/meta-data',
])('%s is not asked where people reach the installation from elsewhere', async (address) => {
  const parts = { outbound: { arePrivateAllowed: false }, clock: systemClock }
  await expect(callHttpHook(parts, { url: address, secrets: '' }, '{}')).rejects.toMatchObject({ code: 'unexpected_failure' })
})
