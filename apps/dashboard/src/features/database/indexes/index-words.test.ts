import { expect, test } from 'vitest'
import { bloatText, constraintDropText } from './index-words.ts'
import { indexWordsCopy } from './messages.ts'

test('bloat comes with what to do about it, or is unknown', () => {
  expect(bloatText({ bytes: 10 * 1024 * 1024, packed_bytes_estimate: 4 * 1024 * 1024, index_rows: 9 })).toBe(
    indexWordsCopy.bloated(60, '6.00 MB', '4.00 MB'),
  )
  expect(bloatText({ bytes: 16_384, packed_bytes_estimate: 8_192, index_rows: 9 })).toBe(indexWordsCopy.bloatFine(50, '8.00 kB'))
  expect(bloatText({ bytes: 8_192, packed_bytes_estimate: 16_384, index_rows: 9 })).toBe(indexWordsCopy.bloatFine(0, '0 bytes'))
  expect(bloatText({ bytes: 8_192, packed_bytes_estimate: null, index_rows: null })).toBe(indexWordsCopy.bloatNotAnalyzed)
})

test('an index’s constraint is dropped by name', () => {
  expect(constraintDropText({ schema: 's', table: 'Order' }, 'a"b')).toBe('alter table s."Order" drop constraint "a""b";')
})
