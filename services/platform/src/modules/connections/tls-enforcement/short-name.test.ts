import { expect, test } from 'vitest'
import { shortName } from './service.ts'

test.each([
  ['0:0:0:0:0:0:0:1', '::1'],
  ['2001:db8:0:0:0:0:0:7', '2001:db8::7'],
  ['127.0.0.1', '127.0.0.1'],
  ['db.example.com', 'db.example.com'],
])('%s is written %s', (name, short) => {
  expect(shortName(name)).toBe(short)
})
