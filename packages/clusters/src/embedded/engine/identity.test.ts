import { expect, test } from 'vitest'
import { crc32c } from './identity.ts'

test('the checksum is CRC-32C, by its check value', () => {
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283)
  expect(crc32c(Buffer.alloc(0))).toBe(0)
})
