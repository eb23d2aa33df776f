import { expect, test } from 'vitest'
import { admits, plainAddress } from './admits.ts'

test.for([
  [['203.0.113.0/24'], '203.0.113.77', true],
  [['203.0.113.0/24'], '203.0.114.1', false],
  [['203.0.113.77/24'], '203.0.113.1', true],
  [['203.0.113.7'], '203.0.113.7', true],
  [['203.0.113.7'], '203.0.113.8', false],
  [['203.0.113.7'], '::ffff:203.0.113.7', true],
  [['2001:db8::/32'], '2001:db8:1::5', true],
  [['2001:db8::/32'], '2001:db9::5', false],
  [['2001:db8::5'], '2001:db8::5', true],
  [['0.0.0.0/0'], '198.51.100.1', true],
  [['0.0.0.0/0'], '2001:db8::5', false],
  [['10.0.0.0/8', '::/0'], '2001:db8::5', true],
  [[], '127.0.0.1', false],
  [['10.0.0.0/8'], '', false],
  [['010.0.0.1', '10.0.0.1'], '10.0.0.1', true],
  [['010.0.0.1'], '10.0.0.1', false],
] as const)('%o and %s: %s', ([networks, address, isIn]) => {
  expect(admits(networks, address)).toBe(isIn)
})

test('an IPv4 address stays itself, however it came', () => {
  expect(['::ffff:192.0.2.1', '::FFFF:192.0.2.1', '192.0.2.1', '::ffff'].map(plainAddress)).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.1', '::ffff'])
})
