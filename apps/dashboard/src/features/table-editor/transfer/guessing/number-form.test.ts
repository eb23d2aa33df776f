import { expect, test } from 'vitest'
import { guessType } from './guess-type.ts'
import { numberFormOf } from './number-form.ts'
import { readValue } from './read-value.ts'

const plain = (...texts: string[]) => texts.map((text) => ({ text, form: 'plain' as const }))
const form = (...texts: string[]) => numberFormOf(plain(...texts).map((cell) => ({ cells: [cell] })))

test('one number that can be read in one way only tells the form of all', () => {
  expect(form('1.500', '2,5')).toBe('decimal_comma')
  expect(form('1,500', '2.5')).toBe('decimal_point')
  expect(form('1.234.567')).toBe('decimal_comma')
  expect(form('1,500', '12,000')).toBe('plain')
  expect(form('2,5', '1,500.25')).toBe('plain')
  expect(form('1.500', '12.000')).toBe('plain')
  expect(form('1.5', '3', '1.500', 'a,b', '31.12.2024', '10.0.0.1')).toBeUndefined()
})

test('numbers get a type only in a known form', () => {
  expect(guessType(plain('1.500,25', '3'), 'unknown', 'decimal_comma').type).toBe('numeric')
  expect(guessType(plain('1.500', '12.000.000'), 'unknown', 'decimal_comma').type).toBe('integer')
  expect(guessType(plain('3.000.000.000'), 'unknown', 'decimal_comma').type).toBe('bigint')
  expect(guessType(plain('1.5'), 'unknown', 'decimal_comma').type).toBe('text')
  expect(guessType(plain('1,500.25'), 'unknown', 'decimal_point').type).toBe('numeric')
  expect(guessType(plain('007', '1,5'), 'unknown', 'decimal_comma').type).toBe('text')
  expect(guessType(plain('1,5')).note).toContain('number format above')
})

test('a preview shows what is read, and what can not be', () => {
  const comma = { dateOrder: 'day', numberForm: 'decimal_comma' } as const
  expect(readValue('1.500,25', 'numeric(10,2)', comma)).toEqual({ text: '1500.25' })
  expect(readValue('1.500,25', 'text', comma)).toEqual({ text: '1.500,25' })
  expect(readValue('1.5', 'bigint', comma)).toEqual({ wrong: 'Not a number with a decimal comma' })
  expect(readValue('{1,5}', 'integer[]', comma)).toEqual({ text: '{1,5}' })
  expect(readValue('3.4.2024 14:30', 'timestamp with time zone', comma)).toEqual({ text: '2024-04-03 14:30' })
  expect(readValue('31.12.2024', 'date', { ...comma, dateOrder: 'month' })).toEqual({ wrong: 'Not a date with the month first' })
  expect(readValue('2024-12-31', 'date', comma)).toEqual({ text: '2024-12-31' })
})
