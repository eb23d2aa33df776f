import { expect, test } from 'vitest'
import { findingText, repairChangeText } from './messages.ts'
import { anExposed } from './fixtures.ts'
import { assess } from './assess.ts'
import { keyOf, recommendedOf, repairDraft, repairsOf } from './repair-draft.ts'
import { findingTitle, protectionOf } from './words.ts'

const both = ['anon', 'authenticated'] as const
const open = anExposed({ anon_selects: true, anon_inserts: true, authenticated_selects: true })
const readable = anExposed({ anon_selects: true })
const guarded = anExposed({ ...open, rls_enabled: true, policies: 1, anon_policies: 1 })
const ownersView = anExposed({ kind: 'view', has_owner_rights: true, anon_selects: true })
const callersView = anExposed({ kind: 'view', anon_selects: true })
const kept = anExposed({ kind: 'materialized view', has_owner_rights: true, authenticated_selects: true })
const ownersFunction = anExposed({ kind: 'function', has_owner_rights: true, anon_calls: true, authenticated_calls: true, is_public: true })
const shut = anExposed({ rls_enabled: true })

test('the worst comes first: what anon can write, then read, then what hides behind an owner', () => {
  const users = anExposed({ authenticated_selects: true, authenticated_deletes: true })
  const items = [shut, guarded, kept, users, ownersFunction, ownersView, readable, open]
  const inOrder = items.map((item) => assess(item, both)).sort((one, other) => one.rank - other.rank)
  expect(inOrder.map(({ item }) => items.indexOf(item))).toEqual([7, 6, 5, 4, 3, 2, 1, 0])
})

test('findings are those of the roles that are looked at', () => {
  const kindsOf = (item: typeof open, roles: readonly (typeof both)[number][]) =>
    assess(item, roles).findings.map(({ kind, role }) => `${role} ${kind}`)
  expect(kindsOf(open, both)).toEqual(['anon unprotected-write', 'authenticated unprotected-read'])
  expect(kindsOf(open, ['authenticated'])).toEqual(['authenticated unprotected-read'])
  expect(kindsOf(kept, both)).toEqual(['authenticated unprotectable'])
  for (const item of [guarded, callersView, shut]) expect(kindsOf(item, both)).toEqual([])
})

test('a policy that is always true is no protection: everybody may write, or read, every row', () => {
  const written = anExposed({ ...guarded, anon_reads_all: true, anon_writes_all: true })
  const read = anExposed({ ...guarded, anon_reads_all: true, authenticated_reads_all: true })
  expect(assess(written, both).findings).toEqual([{ kind: 'open-write', role: 'anon' }])
  expect(assess(read, both).findings).toEqual([
    { kind: 'open-read', role: 'anon' },
    { kind: 'open-read', role: 'authenticated' },
  ])
  expect(findingTitle({ kind: 'open-write', role: 'anon' }, written)).toBe(findingText.openWrite(findingText.people.anon))
  expect(protectionOf(written)).toBe('RLS on, always true for anon')
  expect(keyOf(recommendedOf(written, 18)!)).toBe('revoke writes anon')
  expect(recommendedOf(read, 18)).toBeUndefined()
})

test('each finding has a repair that is chosen at first', () => {
  const recommended = (item: typeof open, major = 18) => {
    const repair = recommendedOf(item, major)
    return repair && keyOf(repair)
  }
  expect(recommended(open)).toBe('enable-rls')
  expect(recommended(ownersView)).toBe('as-caller')
  expect(recommended(ownersView, 14)).toBe('revoke all anon')
  expect(recommended(kept)).toBe('revoke all authenticated')
  expect(recommended(ownersFunction)).toBe('revoke all anon')
  expect(recommended(guarded)).toBeUndefined()
})

test('what is fine can still be restricted, and what nobody reaches has nothing to repair', () => {
  expect(repairsOf(guarded, 18).map(keyOf)).toEqual(['revoke writes anon', 'revoke all anon', 'revoke all authenticated'])
  expect(repairsOf(shut, 18)).toEqual([])
  expect(repairDraft(guarded, [])).toEqual({ kind: 'unchanged' })
})

const sqlOf = (item: typeof open, keys: readonly string[]) => {
  const draft = repairDraft(
    item,
    repairsOf(item, 18).filter((repair) => keys.includes(keyOf(repair))),
  )
  return draft.kind === 'change'
    ? { name: draft.change.name, recorded: draft.change.commands.flatMap(({ sql, recorded }) => (recorded === null ? [] : [sql])) }
    : null
}

test('a repair is plain SQL under a name of its own, and its check is not recorded', () => {
  expect(sqlOf(open, ['enable-rls'])).toEqual({
    name: repairChangeText.enableRls('notes'),
    recorded: ['alter table public.notes enable row level security;'],
  })
  expect(sqlOf(open, ['revoke writes anon', 'revoke all anon'])).toEqual({
    name: repairChangeText.restrict('notes'),
    recorded: ['revoke all on table public.notes from anon;'],
  })
  expect(sqlOf(ownersView, ['as-caller'])!.recorded).toEqual(['alter view public.notes set (security_invoker = true);'])
})

test('a function that is taken from PUBLIC stays with the other roles, unless it is taken from them too', () => {
  expect(sqlOf(ownersFunction, ['revoke all anon'])!.recorded).toEqual([
    'revoke execute on function public.notes() from public, anon;\ngrant execute on function public.notes() to authenticated, service_role;',
  ])
  expect(sqlOf(ownersFunction, ['revoke all anon', 'revoke all authenticated'])!.recorded[0]).toBe(
    'revoke execute on function public.notes() from public, anon;\ngrant execute on function public.notes() to service_role;',
  )
})
