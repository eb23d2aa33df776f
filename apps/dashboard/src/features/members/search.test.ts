import type { Member } from '@colonnade/contracts/organizations/members'
import { expect, test } from 'vitest'
import { findMembers, TeamSearch } from './search.ts'

const member = (username: string, primary_email: string): Member => ({
  id: '00000000-0000-0000-0000-000000000000',
  username,
  primary_email,
  profileImageUrl: null,
  role: 'developer',
  role_name: 'Developer',
  is_limited: false,
  has_two_factor: null,
  project_roles: [],
  joined_at: '2026-01-01T00:00:00.000Z',
  last_seen_at: null,
  is_self: false,
})
const all = [member('Ada', 'ada@example.com'), member('Zoë', 'zoe@harbour.example')]

test('members are found by every word of name and address', () => {
  expect(findMembers(all, '').map(({ username }) => username)).toEqual(['Ada', 'Zoë'])
  expect(findMembers(all, 'HARBOUR zo').map(({ username }) => username)).toEqual(['Zoë'])
  expect(findMembers(all, 'ada harbour')).toEqual([])
})

test('an address with nonsense in it shows them all', () => {
  expect(TeamSearch.parse({ q: 3 })).toEqual({})
})
