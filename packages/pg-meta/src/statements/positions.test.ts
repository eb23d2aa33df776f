import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionsIn } from './positions.ts'

const anyText = fc.string({ unit: 'grapheme' })

test('a byte of a text leads to its character, in any script', () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const byte = new TextEncoder().encode(before).length
      expect(positionsIn(before + after).fromByte(byte)).toBe(before.length)
    }),
  )
})

test('a character of a text leads to its UTF-16 unit', () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      expect(positionsIn(before + after).fromCharacter(Array.from(before).length)).toBe(before.length)
    }),
  )
})

test('what lies in the middle of a character or beyond the end is brought back', () => {
  const positions = positionsIn('a🏛b')
  expect([0, 1, 2, 4, 5, 6, 99].map((byte) => positions.fromByte(byte))).toEqual([0, 1, 1, 1, 3, 4, 4])
  expect(positionsIn('ab').fromByte(99)).toBe(2)
})

test('lines and columns count from 1, columns in characters', () => {
  const text = "select '🏛'\n  from x"
  expect(positionsIn(text).lineAndColumn(text.indexOf('x'))).toEqual({ line: 2, column: 8 })
  expect(positionsIn(text).lineAndColumn(text.indexOf("'\n"))).toEqual({ line: 1, column: 10 })
  expect(positionsIn('').lineAndColumn(0)).toEqual({ line: 1, column: 1 })
})
