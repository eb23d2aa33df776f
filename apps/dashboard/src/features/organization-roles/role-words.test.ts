import type { Member } from '@colonnade/contracts/organizations/members'
import type { OrganizationRole } from '@colonnade/contracts/organizations/organization-roles'
import { expect, test } from 'vitest'
import { holdersSentence, holdersText } from './role-words.ts'

test.each([
  [{ members: 0, in_projects: 0, invitations: 0 }, 'No members'],
  [{ members: 1, in_projects: 0, invitations: 0 }, '1 member'],
  [{ members: 2, in_projects: 1, invitations: 3 }, '2 members, 1 in single projects, 3 invited'],
])('%j is %j', (held, text) => {
  expect(holdersText(held)).toBe(text)
})

const member = (username: string, role: string, inProject?: string) =>
  ({ username, role, project_roles: inProject === undefined ? [] : [{ project_ref: 'a', role: inProject }] }) as unknown as Member
const role = (invitations: number) => ({ id: 'x', held_by: { members: 0, in_projects: 0, invitations } }) as OrganizationRole

test('who loses a role is named, in the organization and in projects', () => {
  expect(holdersSentence(role(1), [member('Ada', 'x'), member('Ben', 'owner', 'x'), member('Cleo', 'owner')])).toBe(
    'Ada and Ben have this role, and 1 open invitation uses it.',
  )
  expect(holdersSentence(role(0), [member('Ada', 'x')])).toBe('Ada has this role.')
  expect(holdersSentence(role(0), [member('Ada', 'owner')])).toBeNull()
  expect(
    holdersSentence(
      role(0),
      'ABCDEFG'.split('').map((name) => member(name, 'x')),
    ),
  ).toBe('A, B, C, D, E, and 2 more have this role.')
})
