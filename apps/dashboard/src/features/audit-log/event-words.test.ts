import { listEndpoints } from '@colonnade/contracts/apis/platform-api'
import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import { auditKinds } from '@colonnade/contracts/organizations/audit-log'
import { expect, test } from 'vitest'
import { detailText, eventText, kindNames } from './event-words.ts'

/** Those of persons and of the installation, which belong to no organization. */
const personal = ['session', 'user', 'installation', 'mail', 'access_token', 'second_factor', 'passkey', 'identity', 'identity_provider']
const audited = [...new Set(listEndpoints(wholeApi).flatMap(({ endpoint }) => endpoint.audit ?? []))]
const kindOf = (event: string) => event.split('.')[0]!

test.each([
  ...audited,
  'project.fell_asleep',
  'project.woke_up',
  'project.upgraded',
  'project.domain_found',
  'project.domain_released',
  'branch.expired',
  'backup.scheduled',
  'organization.invoice_made',
])('%s has words and a kind', (event) => {
  expect(eventText(event)).not.toBe(event)
  expect([...auditKinds, ...personal]).toContain(kindOf(event))
})

test('every kind has a name, and what has no words yet is told by its own', () => {
  expect(Object.keys(kindNames)).toEqual([...auditKinds])
  expect(eventText('moon.landed')).toBe('moon.landed')
})

test('details are read as they are', () => {
  expect([null, 'x', 3, true, ['a'], { b: 1 }].map(detailText)).toEqual(['none', 'x', '3', 'true', '["a"]', '{"b":1}'])
})
