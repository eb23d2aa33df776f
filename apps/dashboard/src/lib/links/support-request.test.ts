import { expect, test } from 'vitest'
import { supportAddress } from './support-request.ts'

test('the support form gets category, project, subject and error (spec §2)', () => {
  const address = supportAddress({ ref: 'abcdefghijklmnopqrst', subject: 'Failed to load branches', error: 'a & b = 100 %' })
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  expect(pathname).toBe('/support/new')
  expect(Object.fromEntries(searchParams)).toEqual({
    category: 'dashboard_bug',
    ref: 'abcdefghijklmnopqrst',
    subject: 'Failed to load branches',
    error: 'a & b = 100 %',
  })
})

test('what is not known is left out', () => {
  expect(supportAddress({})).toBe('/support/new?category=dashboard_bug')
})

test('a message of any length makes an address that a server takes', () => {
  expect(supportAddress({ error: '🏛'.repeat(1_000_000) }).length).toBeLessThan(13_000)
})
