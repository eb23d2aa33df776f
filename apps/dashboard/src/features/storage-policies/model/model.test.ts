import type { policies } from '@colonnade/pg-meta'
import { describe, expect, test } from 'vitest'
import { fileActions, policiesReaching, reachOfAction } from './access.ts'
import { groupPolicies } from './groups.ts'
import { valuesIn } from '../../../scope/policies/conditions.ts'
import { bucketsOf } from './named-buckets.ts'
import { warningsOf } from './warnings.ts'

const aPolicy = (name: string, rest: Partial<policies.Policy> = {}): policies.Policy => ({
  id: 1,
  schema: 'storage',
  table: 'objects',
  table_id: 1,
  name,
  action: 'PERMISSIVE',
  roles: ['authenticated'],
  command: 'SELECT',
  definition: "(bucket_id = 'a'::text)",
  check: null,
  ...rest,
})
const own = `((bucket_id = 'a'::text) AND ((storage.foldername(name))[1] = ( SELECT (auth.uid())::text AS uid)))`
const bucket = { id: 'a', name: 'a', public: false }

describe('the buckets of an expression', () => {
  const named = (expression: string) => {
    const ids = valuesIn(expression, 'bucket_id')
    return ids === null ? 'all' : [...ids]
  }
  test.each([
    ["(bucket_id = 'a'::text)", ['a']],
    ["('it''s (or) AND'::text = bucket_id)", ["it's (or) AND"]],
    ["(bucket_id = ANY (ARRAY['a'::text, 'b, c'::text]))", ['a', 'b, c']],
    [own, ['a']],
    ["((bucket_id = 'a'::text) OR (bucket_id = 'b'::text))", ['a', 'b']],
    ["((bucket_id = 'a'::text) OR (owner_id = 'x'::text))", 'all'],
    ["((owner_id = 'x OR y'::text) AND ((bucket_id = 'a'::text) OR (bucket_id = 'b'::text)) AND (bucket_id = 'b'::text))", ['b']],
    ["(bucket_id <> 'a'::text)", 'all'],
    ["(NOT (bucket_id = 'a'::text))", 'all'],
    ["(bucket_id = ANY (ARRAY['a'::text, lower('B'::text)]))", 'all'],
    ['true', 'all'],
  ] as const)('%s', (expression, expected) => {
    expect(named(expression)).toEqual(expected)
  })

  test('are those of what a policy reads and of what it checks', () => {
    expect(bucketsOf(aPolicy('p', { command: 'UPDATE', check: "(bucket_id = 'b'::text)" }))).toEqual(new Set(['a', 'b']))
    expect(bucketsOf(aPolicy('p', { command: 'UPDATE', check: 'true' }))).toBeNull()
    expect(bucketsOf(aPolicy('p', { table: 'buckets', definition: "(id = 'a'::text)" }))).toEqual(new Set(['a']))
  })
})

test('policies are grouped: for all buckets, by bucket, and by buckets that don’t exist', () => {
  const found = [aPolicy('of a'), aPolicy('of all', { definition: 'true' }), aPolicy('of gone', { definition: "(bucket_id = 'gone'::text)" })]
  const groups = groupPolicies(found, [bucket, { id: 'b', name: 'b', public: true }])
  expect(groups.map(({ key, policies: those }) => [key, those.map(({ name }) => name)])).toEqual([
    ['all', ['of all']],
    ['bucket:a', ['of a']],
    ['bucket:b', []],
    ['bucket:gone', ['of gone']],
  ])
})

describe('who can do what', () => {
  const reach = (role: string, ...found: policies.Policy[]) =>
    fileActions.map(({ id, needs }) => `${id} ${reachOfAction(policiesReaching(found, 'a'), role, needs, 'a')}`)

  test('goes no further than the least of the commands that an action needs', () => {
    const read = aPolicy('read')
    const upload = aPolicy('upload', { command: 'INSERT', definition: null, check: own })
    const update = aPolicy('update', { command: 'UPDATE', definition: own })
    expect(reach('authenticated', read, upload)).toEqual(['list all', 'read all', 'upload some', 'replace none', 'move none', 'delete none'])
    expect(reach('authenticated', read, upload, update)).toContain('replace some')
    expect(reach('anon', read, upload, update)).toEqual(fileActions.map(({ id }) => `${id} none`))
  })

  test('is limited by restrictive policies, and open to users by a question for any user', () => {
    expect(
      reach('anon', aPolicy('all', { roles: ['public'] }), aPolicy('x', { action: 'RESTRICTIVE', roles: ['anon'], definition: 'false' }))[0],
    ).toBe('list some')
    const signedIn = aPolicy('in', { roles: ['public'], definition: "((bucket_id = 'a'::text) AND (auth.role() = 'authenticated'::text))" })
    expect(reach('authenticated', signedIn)[0]).toBe('list all')
    expect(reach('anon', signedIn)[0]).toBe('list some')
  })
})

describe('warnings', () => {
  test('tell of a private bucket that nobody reads, and of writes that also need SELECT', () => {
    expect(warningsOf([], bucket)).toEqual([{ kind: 'unreadable' }])
    expect(warningsOf([], { ...bucket, public: true })).toEqual([])
    const remove = aPolicy('remove', { command: 'DELETE', definition: own })
    const update = aPolicy('update', { command: 'UPDATE', definition: own })
    expect(warningsOf([remove, update], { ...bucket, public: true })).toEqual([
      { kind: 'no-select', roles: ['authenticated'], commands: ['UPDATE', 'DELETE'] },
    ])
    expect(warningsOf([remove, aPolicy('read')], bucket)).toEqual([])
  })

  test('tell of writes and lists without signing in, once for policies of every bucket', () => {
    const anyone = { roles: ['public'] }
    const upload = aPolicy('upload', { ...anyone, command: 'INSERT', definition: null, check: "(bucket_id = 'a'::text)" })
    expect(warningsOf([upload, aPolicy('read', anyone)], bucket)).toEqual([
      { kind: 'anon-writes', command: 'INSERT', policy: 'upload', isAll: true },
      { kind: 'anon-lists', policy: 'read', isPublic: false },
    ])
    // without a token the owner is nobody
    expect(warningsOf([aPolicy('own', { ...anyone, command: 'ALL', definition: own })], bucket)).toEqual([])
    const everywhere = aPolicy('everywhere', { ...anyone, definition: 'true' })
    expect(warningsOf([everywhere], bucket)).toEqual([])
    expect(warningsOf([everywhere], null)).toEqual([{ kind: 'anon-lists', policy: 'everywhere', isPublic: false }])
  })
})
