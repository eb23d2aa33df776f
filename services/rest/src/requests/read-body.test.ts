import { MemoryBudget } from '@colonnade/core'
import type { ServiceRequest } from '@colonnade/projects'
import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { bodyBytesMost } from '../limits.ts'
import { readBody } from './read-body.ts'

const memory = (ownerBytes = 10 ** 9) => new MemoryBudget({ totalBytes: 10 ** 9, ownerBytes, floorBytes: 0 }).open('project')
const request = (body: Readable, headers: ServiceRequest['headers'] = {}, method = 'POST'): ServiceRequest => ({
  method,
  path: '/films',
  search: '',
  publicUrl: 'https://example.com/rest/v1',
  signal: new AbortController().signal,
  headers: { 'transfer-encoding': 'chunked', ...headers },
  body,
})
const parts = (...texts: readonly string[]) => Readable.from(texts.map((text) => Buffer.from(text)))

test('a body in parts is read whole', async () => {
  expect(Buffer.concat((await readBody(request(parts('[1,', '2]')), memory()))!).toString()).toBe('[1,2]')
})

test('a request without one has none, and that of a GET is not read', async () => {
  expect(await readBody(request(parts()), memory())).toBeNull()
  expect(await readBody({ ...request(parts('x')), headers: {} }, memory())).toBeNull()
  expect(await readBody(request(parts('x'), {}, 'GET'), memory())).toBeNull()
})

test.each([
  ['longer than it may be, as it says', request(parts(), { 'content-length': String(bodyBytesMost + 1) }), 413],
  ['longer than it may be', request(Readable.from([Buffer.alloc(bodyBytesMost), Buffer.alloc(1)])), 413],
  ['compressed', request(parts('x'), { 'content-encoding': 'gzip' }), 415],
])('one that is %s is refused', async (_what, asked, status) => {
  await expect(readBody(asked, memory())).rejects.toMatchObject({ status })
})

test('one that memory has no room for is refused', async () => {
  await expect(readBody(request(parts('x'.repeat(1_000))), memory(100))).rejects.toMatchObject({ status: 503 })
})

test('a client that does not go on is cut off', async () => {
  const body = new PassThrough()
  body.write('[1,')
  await expect(readBody(request(body), memory(), 1)).rejects.toMatchObject({ status: 408 })
  expect(body.destroyed).toBe(true)
})
