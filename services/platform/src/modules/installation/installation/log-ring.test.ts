import { createLogger, type LogLevel } from '@colonnade/core'
import { expect, test } from 'vitest'
import { keptLogBytes } from '../../../kernel/limits.ts'
import { createLogRing } from './log-ring.ts'

const all = { level: 'debug', search: '', limit: 1_000 } as const

function open(least: LogLevel = 'info') {
  const ring = createLogRing(least)
  return { ring, logger: createLogger((line, level) => ring.add(line, level), ring.leastLevel) }
}

test('lines are read newest first, with what they say beside', () => {
  const { ring, logger } = open()
  logger.info('cluster started', { ref: 'abc' })
  logger.error('request failed', { error: new Error('out of luck') })
  logger.debug('not kept')
  const { items, has_more: hasMore, least_level: least } = ring.read(all)
  expect(items.map(({ event, level, number }) => [number, level, event])).toEqual([
    [2, 'error', 'request failed'],
    [1, 'info', 'cluster started'],
  ])
  expect(JSON.parse(items[0]!.fields)).toMatchObject({ error: { message: 'out of luck' } })
  expect([hasMore, least]).toEqual([false, 'info'])
})

test('they are filtered by level and by text, letter by letter', () => {
  const { ring, logger } = open()
  for (const ref of ['one', 'two']) logger.info('started', { ref })
  logger.warn('mail not sent', { ref: 'TWO' })
  expect(ring.read({ ...all, level: 'warn' }).items).toHaveLength(1)
  expect(ring.read({ ...all, search: 'Two' }).items.map(({ event }) => event)).toEqual(['mail not sent', 'started'])
  expect(ring.read({ ...all, search: '.*' }).items).toEqual([])
  expect(ring.read({ ...all, limit: 2 })).toMatchObject({ has_more: true, items: [{ event: 'mail not sent' }, { event: 'started' }] })
})

test('what is kept has an end, and one line has, too', () => {
  const { ring, logger } = open()
  logger.info('long', { text: 'x'.repeat(100_000) })
  expect(ring.read(all).items[0]).toMatchObject({ event: 'long' })
  expect(ring.read(all).items[0]!.fields.length).toBeLessThan(9_000)
  for (let at = 0; at < keptLogBytes / 1_000; at += 1) logger.info('short', { at, text: 'y'.repeat(1_000) })
  const { items, since } = ring.read(all)
  expect(ring.read({ ...all, search: '"long"' }).items).toEqual([])
  expect(items[0]!.number).toBe(Math.ceil(keptLogBytes / 1_000) + 1)
  expect(Date.parse(since)).toBeLessThanOrEqual(Date.parse(items[0]!.time))
})
