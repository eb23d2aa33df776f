import { permissions, rolePermissions } from '@colonnade/contracts/foundation/permissions'
import { withNeeded } from '@colonnade/contracts/organizations/organization-roles'
import { expect, test } from 'vitest'
import { explainPermissions, permissionAreas } from './permission-areas.ts'

test('every permission is in one area', () => {
  expect(permissionAreas.flatMap(([, all]) => all).toSorted()).toEqual([...permissions].toSorted())
})

test('a role is told by what it may do and what not', () => {
  expect(explainPermissions(withNeeded(['database:read'])).slice(1, 3)).toEqual([
    {
      title: 'Projects',
      may: 'Can see projects, their status and their settings.',
      mayNot: expect.stringMatching(/^Can’t create projects; rename projects .*; create, reset, merge and delete branches\.$/) as string,
    },
    {
      title: 'Databases',
      may: 'Can view schemas and data, and run read-only queries.',
      mayNot: 'Can’t change schemas and data and run any SQL.',
    },
  ])
})

test('of an owner there is nothing that they may not do, and of nobody nothing that they may', () => {
  expect(explainPermissions(rolePermissions.owner).every(({ mayNot }) => mayNot === null)).toBe(true)
  expect(explainPermissions([]).every(({ may }) => may === null)).toBe(true)
})
