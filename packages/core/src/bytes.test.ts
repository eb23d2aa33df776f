import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1.00 kB'],
  [8_254_627, '7.87 MB'],
  [28_835_840, '27.5 MB'],
  [1024 ** 3 * 512, '512 GB'],
])('%i bytes read %s', (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected)
})
