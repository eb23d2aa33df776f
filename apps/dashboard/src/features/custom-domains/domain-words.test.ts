import type { CustomDomain, CustomDomainReport } from '@colonnade/contracts/connections/custom-domains'
import { expect, test } from 'vitest'
import { commandsOf, expiryNotice } from './domain-words.ts'
import { pollOf } from './queries.ts'

test('the user is the role alone, and what was uploaded can be verified', () => {
  expect(commandsOf('db.example.com', { session: 5432, transaction: 6543 }, true)).toEqual([
    'psql "postgresql://postgres@db.example.com:5432/postgres?sslmode=verify-full&sslrootcert=system"',
    'psql "postgresql://postgres@db.example.com:6543/postgres?sslmode=verify-full&sslrootcert=system"',
  ])
  expect(commandsOf('db.example.com', { session: 5432, transaction: 6543 }, false)[0]).toContain('sslmode=require')
})

test.for([
  [undefined, false],
  [null, false],
  [{ state: 'WAITING_FOR_DNS', checked_at: null }, 1_000],
  [{ state: 'WAITING_FOR_DNS', checked_at: '2026-11-23T12:00:00.000Z' }, 10_000],
  [{ state: 'ACTIVE', checked_at: '2026-11-23T12:00:00.000Z' }, 60_000],
] as const)('%o is asked for again after %o', ([domain, ms]) => {
  const report = domain === undefined ? undefined : ({ domain: domain as CustomDomain | null, refusal: null } satisfies CustomDomainReport)
  expect(pollOf(report)).toBe(ms)
})

test('a certificate that has run out is told, and one of their own also before', () => {
  const at = (source: 'UPLOADED' | 'INSTALLATION', expires_at: string) =>
    expiryNotice({ source, expires_at } as CustomDomain['certificate'], Date.parse('2026-01-01T00:00:00Z'))
  expect(expiryNotice(null, 0)).toBeNull()
  expect(at('UPLOADED', '2026-02-01T00:00:00Z')).toBeNull()
  expect(at('UPLOADED', '2026-01-31T00:00:00Z')).toMatchObject({ tone: 'warning', label: null, text: expect.stringContaining('30 days') as string })
  expect(at('UPLOADED', '2026-01-01T00:00:01Z')?.text).toContain('in one day')
  expect(at('INSTALLATION', '2026-01-02T00:00:00Z')).toBeNull()
  expect(at('UPLOADED', '2026-01-01T00:00:00Z')).toMatchObject({ tone: 'danger', label: 'Certificate expired' })
})
