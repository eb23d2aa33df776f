import { expect, test } from 'vitest'
import { besides, choosable, gapsOf, isChoosable, lengthText, placeIn, wholeOf } from './recoverable.ts'

const day = Date.UTC(2026, 0, 1)
const at = (seconds: number): number => day + seconds * 1_000
const iso = (seconds: number): string => new Date(at(seconds)).toISOString()
const ranges = [
  { starts_at: iso(0.4), ends_at: iso(10.9), timeline: 1, postgres_major: '17' },
  { starts_at: iso(20.1), ends_at: iso(30.2), timeline: 1, postgres_major: '17' },
]

test('whole seconds can be chosen, up to now while it is on', () => {
  const [first, last] = [
    { from: at(1), until: at(10), timeline: 1, isAfterLoss: false, postgresMajor: '17' },
    { from: at(21), until: at(30), timeline: 1, isAfterLoss: true, postgresMajor: '17' },
  ]
  expect(choosable({ state: 'FAILING', ranges }, at(99.9))).toEqual([first, last])
  const spans = choosable({ state: 'ON', ranges }, at(99.9))
  expect(spans).toEqual([first, { ...last, until: at(99) }])
  expect(wholeOf(spans)).toEqual({ from: at(1), until: at(99) })
  expect(wholeOf([])).toBeUndefined()
  // shorter than what can be typed
  expect(choosable({ state: 'FAILING', ranges: [{ starts_at: iso(5.2), ends_at: iso(5.8), timeline: 1, postgres_major: '17' }] }, at(6))).toEqual([])
})

test('a moment in a gap can not be chosen, and has neighbours that can', () => {
  const spans = choosable({ state: 'FAILING', ranges }, at(99))
  expect(gapsOf(spans)).toEqual([{ from: at(10), until: at(21), isRestore: false }])
  const restored = ranges.map((range, index) => ({ ...range, timeline: index + 1 }))
  expect(gapsOf(choosable({ state: 'FAILING', ranges: restored }, at(99)))).toMatchObject([{ isRestore: true }])
  expect([10, 11, 20, 21].map((seconds) => isChoosable(spans, at(seconds)))).toEqual([true, false, false, true])
  expect(besides(spans, at(15))).toEqual([at(10), at(21)])
  expect(besides(spans, at(0))).toEqual([at(1)])
  expect(besides(spans, at(31))).toEqual([at(30)])
})

test('a gap is one, also where what comes after it was over within a second, as by a promotion', () => {
  const [first, last] = [{ ...ranges[0]! }, { ...ranges[1]!, timeline: 2 }]
  const between = { ...first, starts_at: iso(20.05), ends_at: last.starts_at }
  expect(gapsOf(choosable({ state: 'FAILING', ranges: [first, between, last] }, at(99)))).toEqual([{ from: at(10), until: at(21), isRestore: false }])
})

test('where timelines touch within a second is no gap', () => {
  const touching = ranges.map((range, index) => ({ ...range, timeline: index + 1, ...(index === 1 && { starts_at: iso(10.9) }) }))
  const spans = choosable({ state: 'FAILING', ranges: touching }, at(99))
  expect(spans.map(({ from, until }) => [from, until])).toEqual([
    [at(1), at(11)],
    [at(11), at(30)],
  ])
  expect(gapsOf(spans)).toEqual([])
  expect(isChoosable(spans, at(10.95))).toBe(true)
})

test('where timelines go on beside one another each moment is in one, the later', () => {
  const beside = ranges.map((range, index) => ({ ...range, timeline: index + 1, ...(index === 1 && { starts_at: iso(4.5) }) }))
  const spans = choosable({ state: 'FAILING', ranges: beside }, at(99))
  expect(spans.map(({ from, until, timeline }) => [from, until, timeline])).toEqual([
    [at(1), at(5), 1],
    [at(5), at(30), 2],
  ])
})

test('a time has its place in a stretch', () => {
  const span = { from: at(0), until: at(10) }
  expect([-5, 0, 2.5, 10, 99].map((seconds) => placeIn(span, at(seconds)))).toEqual([0, 0, 25, 100, 100])
  expect(placeIn({ from: at(0), until: at(0) }, at(0))).toBe(100)
})

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3_725, '1 h 2 min'],
  [86_400, '1 d'],
  [90_061, '1 d 1 h'],
])('%s seconds are %s', (seconds, text) => {
  expect(lengthText(seconds * 1_000)).toBe(text)
})
