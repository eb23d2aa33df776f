import { expect, test } from 'vitest'
import {
  addEntries,
  charactersMost,
  clearLog,
  emptyLog,
  entriesMost,
  findEntries,
  type LogEntry,
  pauseLog,
  resumeLog,
  textOfPayload,
} from './message-log.ts'

const entry = (id: number, more: Partial<LogEntry> = {}): LogEntry => ({
  id,
  at: id,
  kind: 'broadcast',
  event: 'said',
  summary: '',
  preview: '',
  tone: 'neutral',
  advice: null,
  text: '{}',
  ...more,
})
const many = (count: number, from = 0) => Array.from({ length: count }, (_, index) => entry(from + index))
const ids = ({ entries }: { readonly entries: readonly LogEntry[] }) => entries.map(({ id }) => id)

test('keeps the newest messages, and counts what it forgot', () => {
  const { shown } = addEntries(addEntries(emptyLog, many(entriesMost)), many(3, entriesMost))
  expect([shown.entries.length, shown.entries[0]!.id, shown.forgotten]).toEqual([entriesMost, 3, 3])
  const long = 'x'.repeat(charactersMost / 2 + 1)
  expect(ids(addEntries(emptyLog, [entry(1, { text: long }), entry(2, { text: long }), entry(3)]).shown)).toEqual([2, 3])
  expect(ids(addEntries(emptyLog, [entry(1), entry(2, { text: long + long })]).shown)).toEqual([2])
})

test('holds back what arrives while it is paused, within the same bound', () => {
  const paused = addEntries(pauseLog(addEntries(emptyLog, many(2))), many(entriesMost + 5, 2))
  expect([ids(paused.shown), paused.held!.entries.length, paused.held!.forgotten]).toEqual([[0, 1], entriesMost, 5])
  const resumed = resumeLog(paused)
  expect([resumed.held, resumed.shown.entries.length, resumed.shown.forgotten]).toEqual([null, entriesMost, 7])
  expect(clearLog(paused)).toEqual({ shown: { entries: [], forgotten: 0 }, held: { entries: [], forgotten: 0 } })
})

test('finds by kind and words, newest first', () => {
  const entries = [entry(1, { text: '{"a":"Größe"}' }), entry(2, { kind: 'system', summary: 'Joined' }), entry(3, { event: 'größer' })]
  expect(findEntries(entries, ' GRÖßE ', 'all').map(({ id }) => id)).toEqual([3, 1])
  expect(findEntries(entries, '', 'system').map(({ id }) => id)).toEqual([2])
})

test('writes bytes as hex', () => {
  expect(textOfPayload(new Uint8Array([0, 255]).buffer)).toBe('{"bytes":2,"hex":"00 ff"}')
  expect(textOfPayload(undefined)).toBe('null')
})
