import { expect, test } from 'vitest'
import { formatLsn, parseLsn, segmentName, segmentNames } from './wal-segments.ts'

const mb4 = 4 * 1024 * 1024

test('positions are read and written as Postgres does', () => {
  for (const text of ['0/0', '0/2000028', '1/FFFFFFFF', 'AB/1']) expect(formatLsn(parseLsn(text))).toBe(text)
  expect(parseLsn('1/10')).toBe(0x1_0000_0010n)
})

test('segments have the names that Postgres gives them, whatever their size', () => {
  expect(segmentName(1, parseLsn('0/2000028'), 16 * 1024 * 1024)).toBe('000000010000000000000002')
  expect(segmentName(3, parseLsn('1/FFFFFFFF'), mb4)).toBe('0000000300000001000003FF')
})

test('the segments of a stretch are those that hold a byte of it', () => {
  expect(segmentNames(1, parseLsn('0/400028'), parseLsn('0/800000'), mb4)).toEqual(['000000010000000000000001'])
  expect(segmentNames(1, parseLsn('0/FFC00000'), parseLsn('1/1'), mb4)).toEqual(['0000000100000000000003FF', '000000010000000100000000'])
})
