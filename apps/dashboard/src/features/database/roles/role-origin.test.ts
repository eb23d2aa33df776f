import { expect, test } from 'vitest'
import { inTheWayText, originsIn, rolesInTheWay } from './role-origin.ts'

const rolesOf = (...names: string[]) => names.map((name, at) => ({ id: at === 0 ? 10 : 16_384 + at, name }))
const origins = (all: ReturnType<typeof rolesOf>) => all.map(originsIn(all))

test('roles of Postgres and of the project are told apart from others', () => {
  expect(origins(rolesOf('supabase_admin', 'supabase_read_only_user', 'pg_monitor', 'anon', 'worker'))).toEqual([
    'project',
    'project',
    'postgres',
    'project',
    'own',
  ])
})

test('where our roles have their former names, those are ours and the current ones are the owner’s', () => {
  const all = rolesOf('platform_admin', 'platform_reader', 'supabase_admin', 'supabase_read_only_user', 'anon')
  expect(origins(all)).toEqual(['project', 'project', 'own', 'own', 'project'])
  expect(rolesInTheWay(all)).toEqual(['supabase_admin', 'supabase_read_only_user'])
  expect(inTheWayText(rolesInTheWay(all))).toContain('this project has roles called supabase_admin and supabase_read_only_user. Rename them:')
  expect(inTheWayText(['supabase_admin'])).toContain('this project has a role called supabase_admin. Rename it:')
})

test('a role is not ours by its former name alone, and nothing is in the way where nobody has the current names', () => {
  const owners = rolesOf('supabase_admin', 'platform_admin')
  expect([origins(owners), rolesInTheWay(owners)]).toEqual([['project', 'own'], []])
  expect(rolesInTheWay(rolesOf('platform_admin', 'platform_reader', 'worker'))).toEqual([])
})
