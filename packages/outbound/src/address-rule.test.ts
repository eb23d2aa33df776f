import { expect, test } from 'vitest'
import { isPrivateAddress } from './private-addresses.ts'
import { addressProblem } from './address-rule.ts'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
])('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450::1'])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})

// the last ones are other ways to write 127.0.0.1
test.each([
  'http://example.com/',
  'https://localhost/',
  'https://a.localhost/',
  'https://LOCALHOST./',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://127.1/',
])('%s is refused, unless the owner allows it', (url) => {
  expect(addressProblem(url, false)).not.toBeNull()
  expect(addressProblem(url, true)).toBeNull()
})

test('a name on the internet is taken, and looked at when it is resolved', () => {
  expect(addressProblem('https://example.com/hook', false)).toBeNull()
})
