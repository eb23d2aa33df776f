import { expect, test } from 'vitest'
import { lineAndColumn, offsetOfPosition, spanAtPosition } from './position.ts'

test('positions count characters, offsets count UTF-16 units', () => {
  expect(offsetOfPosition('select x', 8)).toBe(7)
  expect(offsetOfPosition(`select '🏛🏛', x`, 14)).toBe(15)
  expect(`select '🏛🏛', x`.slice(offsetOfPosition(`select '🏛🏛', x`, 14))).toBe('x')
  expect(offsetOfPosition('ab', 99)).toBe(2)
})

test('the whole word, quoted name or text is underlined', () => {
  const at = (text: string, position: number) => {
    const { from, to } = spanAtPosition(text, position)
    return text.slice(from, to)
  }
  expect(at('select nmae from t', 8)).toBe('nmae')
  expect(at('select "a ""b" from t', 8)).toBe('"a ""b"')
  expect(at("select 'abc' + 1", 8)).toBe("'abc'")
  expect(at('select ) from t', 8)).toBe(')')
  expect(at('select größe', 8)).toBe('größe')
})

test('an error at the end of the text marks its last character', () => {
  expect(spanAtPosition('select (1  \n', 13)).toEqual({ from: 8, to: 9 })
  expect(spanAtPosition('', 1)).toEqual({ from: 0, to: 0 })
})

test('lines and columns are told as people count', () => {
  expect(lineAndColumn('a\n🏛x y', 6)).toEqual({ line: 2, column: 4 })
})
