import { expect, test } from 'vitest'
import { reviewed } from '../../../scope/changes/database-change.ts'
import { roleGrantText } from './messages.ts'
import { newRoleGrant, onTarget, roleGrantOf, type RoleGrantDraft } from './role-grant-draft.ts'

const start = newRoleGrant('shop')
const outcomeOf = (draft: RoleGrantDraft) => {
  const outcome = roleGrantOf('report "er"', draft)
  return outcome.kind === 'change'
    ? reviewed(outcome.change)
        .map(({ sql }) => sql)
        .join('\n')
    : outcome.kind === 'incomplete'
      ? outcome.problems
      : outcome.kind
}

test('a role is granted privileges on chosen tables, on all of a schema, or on the schema', () => {
  expect(outcomeOf({ ...start, tables: ['album', 'a b'], privileges: ['SELECT', 'INSERT'], isGrantable: true })).toBe(
    'grant SELECT, INSERT on table shop.album, shop."a b" to "report ""er""" with grant option;',
  )
  expect(outcomeOf(onTarget(start, 'all tables'))).toBe('grant SELECT on all tables in schema shop to "report ""er""";')
  expect(outcomeOf(onTarget(start, 'schema'))).toBe('grant USAGE on schema shop to "report ""er""";')
  expect(onTarget(onTarget(start, 'schema'), 'tables').privileges).toEqual(['SELECT'])
})

test('tables and privileges are needed', () => {
  expect(outcomeOf({ ...start, privileges: [] })).toEqual({ tables: roleGrantText.noTables, privileges: roleGrantText.noPrivileges })
})
