import { expect, test } from 'vitest'
import { bloatText, constraintDropText } from './index-words.ts'

test('bloat is told with what to do about it, and said to be unknown where it is', () => {
  expect(bloatText({ bytes: 10 * 1024 * 1024, packed_bytes_estimate: 4 * 1024 * 1024, index_rows: 9 })).toBe(
    'About 60 % (6.00 MB) is more than its rows need. Reindex packs it anew, to about 4.00 MB.',
  )
  expect(bloatText({ bytes: 16_384, packed_bytes_estimate: 8_192, index_rows: 9 })).toContain('nothing to do')
  expect(bloatText({ bytes: 8_192, packed_bytes_estimate: 16_384, index_rows: 9 })).toContain('About 0 %')
  expect(bloatText({ bytes: 8_192, packed_bytes_estimate: null, index_rows: null })).toContain('has not looked yet')
})

test('the constraint that an index belongs to is dropped by its name', () => {
  expect(constraintDropText({ schema: 's', table: 'Order' }, 'a"b')).toBe('alter table s."Order" drop constraint "a""b";')
})
