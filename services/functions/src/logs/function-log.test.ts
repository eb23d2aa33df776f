import { silentLogger, systemClock } from '@colonnade/core'
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logFileBytes } from '../limits.ts'
import { createFunctionLog, type NewRow } from './function-log.ts'

const ref = 'abcdefghijklmnopqrst'
const base = { version: 1, execution_id: 'worker' }
const line = (slug: string, text: string, request: string | null = null): NewRow => ({
  ...base,
  kind: 'line',
  slug,
  level: 'info',
  text,
  request_id: request,
})

test('rows are found by function, request, kind and place, right after they were written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'function-log-'))
  await using log = createFunctionLog(folder, systemClock, silentLogger)
  log.write(ref, line('one', 'a', 'request-1'))
  log.write(ref, line('two', 'says "slug":"one"'))
  log.write(ref, { ...base, kind: 'boot', slug: 'one', boot_ms: 30 })
  log.write(ref, line('one', 'b', 'request-2'))
  // a crash cuts off what was being written
  await log.read(ref, { limit: 1 })
  await appendFile(join(folder, ref, 'function-lines.ndjson'), '{"id":"0000000000')
  const texts = async (query: object): Promise<string[]> =>
    (await log.read(ref, { limit: 100, ...query })).map((row) => (row.kind === 'line' ? row.text : row.kind))
  expect(await texts({})).toEqual(['a', 'says "slug":"one"', 'boot', 'b'])
  expect(await texts({ slug: 'one' })).toEqual(['a', 'boot', 'b'])
  expect(await texts({ kinds: ['boot'] })).toEqual(['boot'])
  expect(await texts({ requestId: 'request-2' })).toEqual(['b'])
  expect(await texts({ limit: 2 })).toEqual(['boot', 'b'])
  const [first, , third] = await log.read(ref, { limit: 4 })
  expect(await texts({ after: first!.id, limit: 2 })).toEqual(['says "slug":"one"', 'boot'])
  expect(await texts({ before: third!.id })).toEqual(['a', 'says "slug":"one"'])
  const times = (await log.read(ref, { limit: 4 })).map(({ timestamp }) => Date.parse(timestamp))
  expect([await texts({ since: times[0]! - 1 }), await texts({ since: times[3]! + 1_000 })]).toEqual([['a', 'says "slug":"one"', 'boot', 'b'], []])
  expect(await log.read('zzzzzzzzzzzzzzzzzzzz', { limit: 1 })).toEqual([])
  await log.remove(ref)
  expect([await log.read(ref, { limit: 1 }), await readdir(join(folder, ref))]).toEqual([[], []])
  await rm(folder, { recursive: true })
})

test('a function that prints without end keeps its files small, and no other row is lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'function-log-'))
  await using log = createFunctionLog(folder, systemClock, silentLogger)
  log.write(ref, { ...base, kind: 'boot', slug: 'one', boot_ms: 30 })
  for (let written = 0; written < 3 * logFileBytes; written += 1_000_000) {
    log.write(ref, line('one', 'x'.repeat(1_000_000)))
    await log.read(ref, { limit: 1, kinds: ['boot'] })
  }
  expect(await log.read(ref, { limit: 1, kinds: ['boot'] })).toMatchObject([{ kind: 'boot' }])
  expect((await readdir(join(folder, ref))).toSorted()).toEqual(['function-calls.ndjson', 'function-lines.1.ndjson', 'function-lines.ndjson'])
  await rm(folder, { recursive: true })
})
