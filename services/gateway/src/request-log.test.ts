import { silentLogger } from '@colonnade/core'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileLog, type RequestLog, type RequestRow } from './request-log.ts'

let folder: string
let log: RequestLog

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'request-log-'))
  log = createFileLog(folder, silentLogger)
})
afterEach(async () => {
  await log[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const row: RequestRow = {
  id: '1',
  timestamp: '2026-01-01T00:00:00.000Z',
  source: 'edge_logs',
  request_id: 'r1',
  method: 'GET',
  path: '/rest/v1/films',
  search: '',
  status: 200,
  duration_ms: 1,
  role: 'anon',
  user_id: null,
  attributes: {},
}
const read = (ref: string) => readFile(join(folder, ref, 'edge.ndjson'), 'utf8').catch(() => null)

test('what is removed goes with what waits to be written, and others stay', async () => {
  log.write('removed', row)
  log.write('kept', row)
  await log.remove('removed')
  log.write('kept', row)
  await log[Symbol.asyncDispose]()
  expect(await read('removed')).toBeNull()
  expect((await read('kept'))?.split('\n')).toHaveLength(3)
  await log.remove('kept')
  await log.remove('kept')
  expect(await read('kept')).toBeNull()
})
