import { expect, test } from 'vitest'
import { goesAlong, holdings } from './removal-words.ts'

const nothing = {
  projects: [],
  member_count: 1,
  invitation_count: 0,
  role_count: 0,
  access_token_count: 0,
  app_count: 0,
  webhook_count: 0,
  accepted_document_count: 0,
  invoice_count: 0,
  open_invoice_count: 0,
  last_bill: { currency: 'USD', cents: 0, is_charged: false },
}

test('what goes is counted, and what there is none of is not named', () => {
  expect(goesAlong(nothing)).toEqual(['your access (no one else has any)'])
  expect(goesAlong({ ...nothing, member_count: 3, access_token_count: 1, invitation_count: 2, role_count: 2 })).toEqual([
    'access for you and 2 other members',
    '2 open invitations',
    '2 custom roles',
    '1 access token',
  ])
})

test.each([
  [1, '1 branch'],
  [2, '2 branches'],
])('%i of a project are %s', (count, text) => {
  expect(holdings({ ref: 'a', name: 'A', size_bytes: null, backup_count: 0, branch_count: count, replica_count: 0 })).toEqual([text])
})
