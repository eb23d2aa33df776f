import { rolePermissions } from '@colonnade/contracts'
import { Box } from 'lucide-react'
import { describe, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { organizationMenu } from './organization-menu.ts'
import { projectMenu } from './project-menu.ts'
import { visible, type MenuScope, type Requirements } from './visible.ts'

const scope: MenuScope = {
  id: 'abc',
  home: paths.project.home('abc'),
  isComingUp: false,
  permissions: rolePermissions.owner,
  variant: 'hosted',
  disabledFeatures: [],
  flags: [],
}

const labels = (given: Partial<MenuScope>, menu = projectMenu) =>
  visible(menu, { ...scope, ...given })
    .flat()
    .map(({ label }) => label)

test.each([
  {
    promise: 'everybody who may read the database sees its editors',
    given: { permissions: rolePermissions['read-only'] },
    expected: ['Overview', 'Table editor', 'SQL editor'],
  },
  { promise: 'without that permission only the overview is left', given: { permissions: [] }, expected: ['Overview'] },
])('project menu: $promise', ({ given, expected }) => {
  expect(labels(given)).toEqual(expected)
})

test('organization menu: its projects', () => {
  expect(labels({ id: 'acme' }, organizationMenu)).toEqual(['Projects'])
})

test('while a project is coming up, everything else leads to its home and says so (spec §2)', () => {
  const [overview, ...others] = visible(projectMenu, { ...scope, isComingUp: true }).flat()
  expect(overview).toMatchObject({ to: scope.home, isDeferred: false })
  for (const entry of others) expect(entry).toMatchObject({ to: scope.home, isDeferred: true })
})

test('otherwise every entry has its own address', () => {
  const addresses = visible(projectMenu, scope)
    .flat()
    .map(({ to }) => to)
  expect(new Set(addresses).size).toBe(addresses.length)
})

describe('what an entry can require', () => {
  const shows = (requires: Requirements, given: Partial<MenuScope> = {}) =>
    labels(given, [[{ label: 'Entry', icon: Box, to: () => '/', requires }]]).length === 1

  test.each([
    { requires: {}, given: {}, isShown: true },
    { requires: { feature: 'log_drains' }, given: {}, isShown: true },
    { requires: { feature: 'log_drains' }, given: { disabledFeatures: ['log_drains'] }, isShown: false },
    { requires: { permission: 'project_auth:all' as const }, given: {}, isShown: true },
    { requires: { permission: 'project_auth:all' as const }, given: { permissions: [] }, isShown: false },
    { requires: { flag: 'new_api_keys' }, given: {}, isShown: false },
    { requires: { flag: 'new_api_keys' }, given: { flags: ['new_api_keys'] }, isShown: true },
    { requires: { variant: 'hosted' as const }, given: { variant: 'self-hosted' as const }, isShown: false },
    { requires: { variant: 'self-hosted' as const }, given: { variant: 'self-hosted' as const }, isShown: true },
    { requires: { flag: 'a', permission: 'billing:manage' as const }, given: { flags: ['a'], permissions: [] }, isShown: false },
  ])('$requires with $given: $isShown', ({ requires, given, isShown }) => {
    expect(shows(requires, given)).toBe(isShown)
  })

  test('a group without entries is left out', () => {
    expect(visible([[{ label: 'Entry', icon: Box, to: () => '/', requires: { flag: 'off' } }]], scope)).toEqual([])
  })
})
