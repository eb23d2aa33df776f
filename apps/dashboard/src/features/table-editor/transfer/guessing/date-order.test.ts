import { expect, test } from 'vitest'
import { dateOrderOf } from './date-order.ts'
import { guessType } from './guess-type.ts'

const plain = (...texts: string[]) => texts.map((text) => ({ text, form: 'plain' as const }))
const order = (...texts: string[]) => dateOrderOf(plain(...texts).map((cell) => ({ cells: [cell] })))

test('one date that can be read in one way only tells the order of all', () => {
  expect(order('03.04.2024', '31.12.2024')).toBe('day')
  expect(order('03/04/2024', '12/31/2024 14:30')).toBe('month')
  expect(order('03/04/2024', '05/06/2024')).toBe('unknown')
  expect(order('31/12/2024', '12/31/2024')).toBe('unknown')
  expect(order('2024-03-04', '1.5', 'text')).toBeUndefined()
})

test('dates get a type only in a known order, and only where the calendar has them all', () => {
  expect(guessType(plain('03.04.2024', '29.2.2024'), 'day').type).toBe('date')
  expect(guessType(plain('03.04.2024', '29.2.2023'), 'day').type).toBe('text')
  expect(guessType(plain('12/31/2024 14:30', '1/30/2024 9:05'), 'month').type).toBe('timestamp')
  const unknown = guessType(plain('03.04.2024', '05.06.2024'))
  expect(unknown).toMatchObject({ type: 'text', note: expect.stringContaining('Day and month') })
})
