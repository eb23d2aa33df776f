import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { expect, test } from 'vitest'
import { findOrganizations, OrganizationSearch } from './search.ts'

function organization(name: string, project_count: number, created_at: string): Organization {
  return {
    id: '00000000-0000-0000-0000-000000000000',
    slug: name.toLowerCase().replaceAll(' ', '-'),
    name,
    plan: { id: 'free', name: 'Free' },
    usage_billing_enabled: false,
    managed_by: null,
    created_at,
    project_count,
    role: 'owner',
    role_name: 'Owner',
    permissions: [],
    is_limited: false,
    requires_two_factor: false,
    project_permissions: {},
  }
}

const all = [
  organization('Team 10', 1, '2026-01-03T00:00:00Z'),
  organization('team 9', 3, '2026-01-01T00:00:00Z'),
  organization('Acme', 3, '2026-01-02T00:00:00Z'),
]
const names = (search: OrganizationSearch) => findOrganizations(all, search).map(({ name }) => name)

test('organizations are found by every word of name and slug', () => {
  expect(names({ q: 'TEAM' })).toEqual(['team 9', 'Team 10'])
  expect(names({ q: 'team-10' })).toEqual(['Team 10'])
  expect(names({ q: 'nobody' })).toEqual([])
})

test('they stand in the order of names as people count, of their projects, or of age', () => {
  expect(names({})).toEqual(['Acme', 'team 9', 'Team 10'])
  expect(names({ sort: 'projects' })).toEqual(['Acme', 'team 9', 'Team 10'])
  expect(names({ sort: 'newest' })).toEqual(['Team 10', 'Acme', 'team 9'])
})

test('an address with nonsense in it shows them all', () => {
  expect(OrganizationSearch.parse({ sort: 'size', q: 3 })).toEqual({})
})
