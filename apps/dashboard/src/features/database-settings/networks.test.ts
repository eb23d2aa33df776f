import { expect, test } from 'vitest'
import { addNetwork, readNetworks } from './networks.ts'

test('a network a line is read, without blanks, commas and what is there twice', () => {
  expect(readNetworks(' 203.0.113.0/24 \n\n2001:db8::/32,\n203.0.113.0/24')).toEqual({
    networks: ['203.0.113.0/24', '2001:db8::/32'],
    problem: undefined,
  })
  expect(readNetworks('')).toEqual({ networks: [], problem: undefined })
})

test.for(['example.com', '10.0.0.0/33', '10.0.0', '10.0.0.1 10.0.0.2'])('%s is told with its line', (line) => {
  expect(readNetworks(`10.0.0.1\n${line}`).problem).toMatch(/^Line 2: Enter an address or a network/)
})

test('more than a hundred are too many', () => {
  expect(readNetworks(Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`).join('\n')).problem).toBe('A project can have up to 100 networks')
})

test('one is added once', () => {
  expect(addNetwork('', '10.0.0.1')).toBe('10.0.0.1')
  expect(addNetwork('10.0.0.2\n', '10.0.0.1')).toBe('10.0.0.2\n10.0.0.1')
  expect(addNetwork('10.0.0.1', '10.0.0.1')).toBe('10.0.0.1')
})
