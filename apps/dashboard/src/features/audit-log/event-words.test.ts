import { listEndpoints } from '@colonnade/contracts/apis/platform-api'
import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import { auditKinds } from '@colonnade/contracts/organizations/audit-log'
import { expect, test } from 'vitest'
import { detailText, eventWords } from './event-words.ts'
import { kindNames } from './messages.ts'

/** Kinds of people's and the installation's events, which belong to no organization. */
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
])('%s has a text and a kind', (event) => {
  expect(eventWords(event, {}).text).not.toBe(event)
  expect([...auditKinds, ...personal]).toContain(kindOf(event))
})

test('every kind has a name, and an event without a text shows its own', () => {
  expect(Object.keys(kindNames)).toEqual([...auditKinds])
  expect(eventWords('moon.landed', { name: 'x' })).toEqual({ text: 'moon.landed', object: null })
})

test.each([
  ['branch.created', { name: 'add-eta', branch: 'abc' }, 'Created branch', 'add-eta'],
  ['branch.merged', { branch: 'abc' }, 'Merged branch', 'abc'],
  ['organization.payment_failed', { number: 12 }, 'Card payment failed for invoice', '12'],
  ['organization.payment_failed', {}, 'Card payment failed', null],
  ['invitation.created', { emails: ['a@example.com', 'b@example.com'] }, 'Invited', 'a@example.com, b@example.com'],
  ['project.functions_activated', { functions: [{ slug: 'hello', version: 2 }] }, 'Activated edge function versions:', 'hello'],
  ['member.role_changed', {}, 'Changed a member’s role', null],
  ['project.api_key_created', { name: null, type: 'legacy' }, 'Created API key', 'legacy'],
])('%s names its object', (event, details, text, object) => {
  expect(eventWords(event, details)).toEqual({ text, object })
})

test('details are shown as they are', () => {
  expect([null, 'x', 3, true, ['a'], { b: 1 }].map(detailText)).toEqual(['none', 'x', '3', 'true', '["a"]', '{"b":1}'])
})
