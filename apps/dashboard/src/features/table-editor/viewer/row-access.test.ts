import { expect, test } from 'vitest'
import type { Editability } from '../changes/editability.ts'
import { explainRows, policiesFor, rightsAs, type AccessPolicy, type RowAccess } from './row-access.ts'

const access: RowAccess = {
  role: 'anon',
  privileges: ['SELECT'],
  is_superuser: false,
  bypasses_rls: false,
  is_owner: false,
  rls_enabled: true,
  rls_forced: false,
  policies: [],
  definition: null,
  is_security_invoker: false,
  owner: 'postgres',
  is_published: false,
  is_refreshed_concurrently: false,
}
const policy = (change: Partial<AccessPolicy> = {}): AccessPolicy => ({
  name: 'p',
  is_permissive: true,
  command: 'SELECT',
  roles: ['public'],
  definition: 'true',
  check: null,
  applies: true,
  ...change,
})

test.each<[string, Partial<RowAccess>, string]>([
  ['nothing is granted', { privileges: [] }, 'anon has no SELECT privilege, so it can’t read any rows'],
  ['RLS is off', { rls_enabled: false }, 'RLS is off: every row is shown'],
  ['the role bypasses RLS', { role: 'service_role', bypasses_rls: true }, 'service_role bypasses RLS: every row is shown'],
  ['the role owns the table', { is_owner: true }, 'anon owns the table and RLS isn’t forced: every row is shown'],
  ['RLS is forced on the owner', { is_owner: true, rls_forced: true }, 'RLS is on and no policy applies: no rows are shown'],
  [
    'policies are for others',
    { policies: [policy({ applies: false }), policy({ command: 'INSERT' })] },
    'RLS is on and no policy applies: no rows are shown',
  ],
  [
    'policies only restrict',
    { policies: [policy({ is_permissive: false })] },
    'Only restrictive policies apply and none grants access: no rows are shown',
  ],
  ['one lets through', { policies: [policy()] }, '1 policy applied'],
  ['two lets through', { policies: [policy({ command: 'ALL' }), policy({ is_permissive: false }), policy()] }, '3 policies applied'],
])('why rows are seen: %s', (_, change, text) => {
  expect(explainRows({ ...access, ...change }, 'r').text).toBe(text)
})

test('a view reads as its owner, or as who looks at it', () => {
  expect(explainRows(access, 'v').text).toBe('The policies of its tables hold as for postgres, who owns the view')
  expect(explainRows({ ...access, is_security_invoker: true }, 'v').text).toBe('The policies of its tables hold as for anon')
})

test('policies of a command are those for it and for all', () => {
  const policies = [policy({ name: 'a', command: 'ALL' }), policy({ name: 'b', command: 'DELETE' }), policy({ name: 'c', applies: false })]
  expect(policiesFor({ policies }, 'DELETE').map(({ name }) => name)).toEqual(['a', 'b'])
})

test('a role can try what its privileges leave', () => {
  const all: Editability = { canInsert: true, canUpdate: true, canDelete: true, reason: null }
  expect(rightsAs(all, null)).toBe(all)
  expect(rightsAs(all, { ...access, privileges: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] })).toBe(all)
  expect(rightsAs(all, { ...access, privileges: ['SELECT', 'INSERT'] })).toMatchObject({ canInsert: true, canUpdate: false, canDelete: false })
  expect(rightsAs(all, { ...access, privileges: ['UPDATE', 'DELETE'] })).toMatchObject({ canUpdate: false, canDelete: false })
})
