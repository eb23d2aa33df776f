import { expect, test } from 'vitest'
import { plainNumber } from './row-imports.ts'

test.each<[text: string, comma: string | null, point: string | null]>([
  ['1500', '1500', '1500'],
  ['-7', '-7', '-7'],
  ['1.500,25', '1500.25', null],
  ['1,500.25', null, '1500.25'],
  ['1,5', '1.5', null],
  ['1.5', null, '1.5'],
  ['1.500', '1500', '1.500'],
  ['1,500', '1.500', '1500'],
  ['12.345.678', '12345678', null],
  ['12.345.67', null, null],
  ['1.2345', null, '1.2345'],
  ['1 500,5', '1500.5', null],
  ['1\u202f500\u00a0000', null, null],
  ["1'500'000", '1500000', '1500000'],
  [' 1,5 ', '1.5', null],
  [',5', '.5', null],
  ['5,', '5', null],
  ['1,5e-3', '1.5e-3', null],
  ['NaN', 'NaN', 'NaN'],
  ['', '', ''],
  [',', null, null],
  ['1,2,3', null, null],
  ['1,5 €', null, null],
])('%j is %j with a decimal comma and %j with a decimal point', (text, comma, point) => {
  expect([plainNumber(text, 'decimal_comma'), plainNumber(text, 'decimal_point')]).toEqual([comma, point])
  expect(plainNumber(text, 'plain')).toBe(text)
})
