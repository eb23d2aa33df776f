import type { RelationGrants } from '@colonnade/pg-meta/grants'
import { expect, test } from 'vitest'
import { reviewed } from '../../../scope/changes/database-change.ts'
import { draftOf, losersOf, withPrivilege, type GrantsDraft } from './grants-draft.ts'

const found: RelationGrants = {
  owner: 'postgres',
  types: ['INSERT', 'SELECT', 'UPDATE'],
  columns: [],
  grants: [
    { grantee: 'postgres', grantor: 'postgres', privilege: 'SELECT', is_grantable: false },
    { grantee: 'editor', grantor: 'postgres', privilege: 'SELECT', is_grantable: true },
    { grantee: 'reader', grantor: 'editor', privilege: 'SELECT', is_grantable: true },
    { grantee: 'anon', grantor: 'reader', privilege: 'SELECT', is_grantable: false },
  ],
}
const sqlOf = (draft: GrantsDraft) => {
  const outcome = draftOf({ schema: 'public', name: 'albums' }, found, draft)
  return outcome.kind === 'change' ? reviewed(outcome.change).map(({ sql }) => sql) : outcome.kind
}

test('only what differs is granted and revoked, role by role', () => {
  const start: GrantsDraft = new Map()
  expect(sqlOf(start)).toBe('unchanged')
  const granted = withPrivilege(withPrivilege(start, found, 'anon', 'UPDATE', true), found, 'anon', 'INSERT', true)
  expect(sqlOf(withPrivilege(granted, found, 'public', 'SELECT', true))).toEqual([
    'grant INSERT, UPDATE on table public.albums to anon;',
    'grant SELECT on table public.albums to public;',
  ])
  expect(sqlOf(withPrivilege(granted, found, 'anon', 'SELECT', false))).toEqual([
    'revoke SELECT on table public.albums from anon;',
    'grant INSERT, UPDATE on table public.albums to anon;',
  ])
  expect(sqlOf(withPrivilege(withPrivilege(start, found, 'anon', 'SELECT', false), found, 'anon', 'SELECT', true))).toBe('unchanged')
})

test('what a role granted to others is revoked with it, which names them', () => {
  expect(losersOf(found, 'editor', ['SELECT'])).toEqual(['reader', 'anon'])
  expect(losersOf(found, 'editor', ['INSERT'])).toEqual([])
  expect(sqlOf(withPrivilege(new Map(), found, 'editor', 'SELECT', false))).toEqual(['revoke SELECT on table public.albums from editor cascade;'])
})
