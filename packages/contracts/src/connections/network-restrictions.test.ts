import { expect, test } from 'vitest'
import { Network } from './network-restrictions.ts'

test.for([
  '203.0.113.7',
  '0.0.0.0/0',
  '10.1.2.3/32',
  '255.255.255.255',
  '2001:db8::/32',
  '::/0',
  '::1',
  '2001:DB8:0:0:0:0:0:1/128',
  '::ffff:192.0.2.1',
])('%s is a network', (text) => {
  expect(Network.safeParse(text).success).toBe(true)
})

test.for([
  '',
  '10',
  '10.0.0',
  '10.0.0.256',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '1.2.3.4.5',
  '2001:db8',
  ':::',
  '::/129',
  '::g',
  '[::1]',
  ' ::1',
  'example.com',
  '10.0.0.1\n',
  '010.0.0.1',
  '10.0.0.0/08',
])('%j is none', (text) => {
  expect(Network.safeParse(text).success).toBe(false)
})
