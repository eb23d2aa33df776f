import { expect, test } from 'vitest'
import { freeName } from './free-name.ts'

test.for([
  ['a free name stays', 'orders', [], 'orders'],
  ['a taken one says what it is', 'orders', ['orders'], 'orders_restored'],
  ['the next free number is used', 'orders', ['orders', 'orders_restored', 'orders_restored_2'], 'orders_restored_3'],
  ['a name of 63 bytes is shortened by whole characters', 'ü'.repeat(31), ['ü'.repeat(31)], `${'ü'.repeat(27)}_restored`],
] as const)('%s', ([, name, taken, expected]) => {
  expect(freeName(name, new Set(taken))).toBe(expected)
})
