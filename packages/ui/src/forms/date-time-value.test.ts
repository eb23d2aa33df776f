import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fromText, noDateTime, offsetName, problemOf, toText } from './date-time-value.ts'

const zoneBefore = process.env['TZ']
beforeEach(() => {
  process.env['TZ'] = 'America/New_York'
})
afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

describe('a time and its text', () => {
  test.each([
    ['utc', { date: '2026-11-21', time: '15:04:05' }],
    ['local', { date: '2026-11-21', time: '10:04:05' }],
  ] as const)('go into each other in %s time', (zone, text) => {
    expect(toText('2026-11-21T15:04:05.000Z', zone)).toEqual(text)
    expect(fromText(text, zone)).toBe('2026-11-21T15:04:05.000Z')
  })

  test('the day may be another one there', () => {
    expect(toText('2026-11-21T02:00:00Z', 'local')).toEqual({ date: '2026-11-20', time: '21:00:00' })
  })

  test('seconds may be left out, as some browsers do when they are zero', () => {
    expect(fromText({ date: '2026-11-21', time: '15:04' }, 'utc')).toBe('2026-11-21T15:04:00.000Z')
  })

  test('a time that the clock skips is an hour later', () => {
    expect(fromText({ date: '2026-03-08', time: '02:30:00' }, 'local')).toBe('2026-03-08T07:30:00.000Z')
  })

  test.each([
    { date: '', time: '10:00:00' },
    { date: '2026-11-21', time: '' },
    { date: '2026-13-41', time: '10:00:00' },
    { date: '21.11.2026', time: '10:00:00' },
    { date: '2026-11-21', time: '25:00:00' },
  ])('$date $time is none yet', (text) => {
    expect(fromText(text, 'utc')).toBeNull()
    expect(fromText(text, 'local')).toBeNull()
  })

  test('nothing and nonsense leave the boxes empty', () => {
    expect(toText(null, 'utc')).toEqual(noDateTime)
    expect(toText('soon', 'utc')).toEqual(noDateTime)
  })
})

describe('limits', () => {
  const limits = { min: '2026-11-21T10:00:00.500Z', max: '2026-11-21T12:00:00Z' }
  test.each([
    ['2026-11-21T09:59:59Z', 'Not before 2026-11-21 10:00:00 UTC'],
    ['2026-11-21T10:00:00Z', null],
    ['2026-11-21T12:00:00Z', null],
    ['2026-11-21T12:00:01Z', 'Not after 2026-11-21 12:00:00 UTC'],
    [null, null],
  ])('%s: %s', (value, problem) => {
    expect(problemOf(value, limits, 'utc')).toBe(problem)
  })

  test('are told by the clock that is shown', () => {
    expect(problemOf('2026-11-21T09:00:00Z', limits, 'local')).toBe('Not before 2026-11-21 05:00:00')
    expect(problemOf('2026-11-21T09:00:00Z', {}, 'local')).toBeNull()
  })
})

test('the local clock is named by how far it is from UTC on that day', () => {
  expect(offsetName('2026-11-21T15:00:00Z')).toBe('UTC−05:00')
  expect(offsetName('2026-07-01T15:00:00Z')).toBe('UTC−04:00')
  process.env['TZ'] = 'Asia/Kolkata'
  expect(offsetName('2026-11-21T15:00:00Z')).toBe('UTC+05:30')
  process.env['TZ'] = 'UTC'
  expect(offsetName('2026-11-21T15:00:00Z')).toBe('UTC')
})
