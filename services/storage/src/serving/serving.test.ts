import { expect, test } from 'vitest'
import { isRangeCurrent, judgeConditions } from './conditions.ts'
import { dispositionHeaders, refuseOwnUse, typeHeaders } from './file-headers.ts'
import { readRange } from './ranges.ts'

test('a range is a part of what is there, or all of it', () => {
  expect(readRange('bytes=0-0', 10)).toEqual({ from: 0, to: 0 })
  expect(readRange('bytes=5-', 10)).toEqual({ from: 5, to: 9 })
  expect(readRange('bytes=-20', 10)).toEqual({ from: 0, to: 9 })
  for (const header of [undefined, '', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,4-5']) expect(readRange(header, 10)).toBeNull()
  for (const header of ['bytes=10-', 'bytes=9-1', 'bytes=-0']) expect(() => readRange(header, 10)).toThrow('invalid range')
  expect(() => readRange('bytes=0-', 0)).toThrow('invalid range')
})

test('conditions are judged in their order', () => {
  const modified = Date.parse('2026-01-01T00:00:00.500Z')
  const judge = (headers: Record<string, string>) => judgeConditions(headers, '"a"', modified)
  expect(judge({})).toBe('serve')
  expect(judge({ 'if-none-match': '"b", W/"a"' })).toBe('not_modified')
  expect(judge({ 'if-none-match': '"b"', 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' })).toBe('serve')
  expect(judge({ 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' })).toBe('not_modified')
  expect(judge({ 'if-match': 'W/"a"' })).toBe('failed')
  expect(judge({ 'if-match': '*' })).toBe('serve')
  expect(judge({ 'if-unmodified-since': 'Wed, 31 Dec 2025 00:00:00 GMT' })).toBe('failed')
  expect([isRangeCurrent('"a"', '"a"', modified), isRangeCurrent('"b"', '"a"', modified), isRangeCurrent(undefined, '"a"', modified)]).toEqual([
    true,
    false,
    true,
  ])
})

test('files run nowhere on our origin', () => {
  const isShut = (type: string): boolean => 'content-security-policy' in typeHeaders(type)
  for (const type of ['text/html', 'image/svg+xml', 'text/xml', 'application/javascript', 'application/octet-stream', 'nonsense', 'text/plain']) {
    expect([type, isShut(type)]).toEqual([type, true])
  }
  for (const type of ['image/png', 'video/mp4', 'audio/mpeg', 'application/pdf', 'image/avif; q=1'])
    expect([type, isShut(type)]).toEqual([type, false])
  expect(typeHeaders('Text/HTML; charset=utf-8')['content-type']).toBe('text/plain; charset=utf-8')
  expect(() => refuseOwnUse({ 'sec-fetch-dest': 'script', 'sec-fetch-site': 'same-origin' })).toThrow('Files do not run')
  expect(() => refuseOwnUse({ 'service-worker': 'script' })).toThrow('Files do not run')
  refuseOwnUse({ 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin' })
  refuseOwnUse({ 'sec-fetch-dest': 'script', 'sec-fetch-site': 'cross-site' })
  expect(dispositionHeaders(new URLSearchParams('download'))).toEqual({ 'content-disposition': 'attachment;' })
})
