import { expect, test } from 'vitest'
import { fromUnit, inUnit, unitFor } from './durations.ts'

test.for([
  ['seconds', '3600', 'hours', '1'],
  ['seconds', '604800', 'days', '7'],
  ['seconds', '90', 'seconds', '90'],
  ['seconds', '0', 'seconds', '0'],
  ['hours', '0.5', 'minutes', '30'],
  ['hours', String(20 / 60), 'minutes', '20'],
  ['hours', '36', 'hours', '36'],
  ['hours', '48', 'days', '2'],
  ['hours', 'soon', 'hours', 'soon'],
] as const)('%s: %s is shown in %s', ([kept, value, unit, shown]) => {
  expect(unitFor(kept, value)).toBe(unit)
  expect(inUnit(kept, unit, value)).toBe(shown)
})

test('what is entered becomes the number that is kept', () => {
  expect(fromUnit('seconds', 'minutes', '1.5')).toBe('90')
  expect(fromUnit('seconds', 'days', '7')).toBe('604800')
  expect(Number(fromUnit('hours', 'minutes', '20'))).toBeCloseTo(1 / 3, 10)
  expect(fromUnit('seconds', 'hours', '1,5')).toBe('1,5')
})
