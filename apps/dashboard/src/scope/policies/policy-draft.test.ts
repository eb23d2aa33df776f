import { describe, expect, test } from 'vitest'
import { changeOf, emptyPolicy, isMadeAnew, readsItself, type PolicyDraft } from './policy-draft.ts'
import { policyTemplates } from './policy-templates.ts'

const target = { schema: 'shop', table: 'album', taken: ['taken'] }
const own: PolicyDraft & { id: number } = { ...emptyPolicy, id: 1, name: 'own', roles: ['authenticated'], definition: 'id > 0', check: 'id > 1' }
const sqlOf = (draft: PolicyDraft, before: typeof own | null = null) => {
  const change = changeOf(target, before, draft)
  return change.kind === 'change' ? change.change.commands.map(({ sql }) => sql) : change
}
const problemsOf = (draft: PolicyDraft) => changeOf(target, null, draft)

describe('a policy of a form', () => {
  test('is made with what its command has, and no more', () => {
    const [sql] = sqlOf({ ...own, command: 'SELECT' }) as string[]
    expect(sql).toBe('create policy own on shop.album as PERMISSIVE for SELECT to authenticated using (id > 0);')
    expect(sqlOf({ ...own, command: 'INSERT' })).toEqual([
      'create policy own on shop.album as PERMISSIVE for INSERT to authenticated with check (id > 1);',
    ])
  })

  test('is altered where Postgres can, and else made anew in one transaction', () => {
    const alterations: readonly [Partial<PolicyDraft>, boolean][] = [
      [{ name: 'renamed' }, false],
      [{ roles: ['anon'] }, false],
      [{ definition: 'false' }, false],
      [{ command: 'SELECT' }, true],
      [{ action: 'RESTRICTIVE' }, true],
      [{ check: ' ' }, true],
    ]
    for (const [change, isNew] of alterations) {
      const draft = { ...own, ...change }
      expect(isMadeAnew(own, draft), JSON.stringify(change)).toBe(isNew)
      expect(sqlOf(draft, own)).toHaveLength(isNew ? 2 : 1)
    }
    expect(changeOf(target, own, { ...own, name: ' own ', definition: 'id > 0\n' })).toEqual({ kind: 'unchanged' })
  })

  test('tells what is missing or can not be', () => {
    expect(problemsOf({ ...own, name: ' ' })).toMatchObject({ problems: { name: expect.any(String) } })
    expect(problemsOf({ ...own, name: 'taken' })).toMatchObject({ problems: { name: 'Another policy of this table has this name' } })
    expect(problemsOf({ ...own, name: 'ä'.repeat(32) })).toMatchObject({ problems: { name: 'Names have at most 63 bytes' } })
    expect(problemsOf({ ...own, roles: [] })).toMatchObject({ problems: { roles: expect.any(String) } })
    expect(problemsOf({ ...own, definition: 'true) or (true' })).toMatchObject({ problems: { definition: expect.any(String) } })
    expect(problemsOf({ ...own, definition: '', check: '' })).toMatchObject({ problems: { definition: expect.any(String) } })
    expect(problemsOf({ ...own, command: 'INSERT', check: '' })).toMatchObject({ problems: { check: expect.any(String) } })
  })
})

test('an expression that reads its own table is known', () => {
  for (const text of ['exists (select from album)', 'id in (select 1 FROM shop.album a)', 'exists (select from x join "shop"."album" on true)']) {
    expect(readsItself(target, text), text).toBe(true)
  }
  for (const text of ['album.id = 1', 'exists (select from albums)', 'exists (select from other.album)', 'exists (select from album.x)']) {
    expect(readsItself(target, text), text).toBe(false)
  }
})

test('templates are about the columns that the table has', () => {
  const draftOf = (id: string, ...columns: { name: string; type: string }[]) => policyTemplates(columns).find((template) => template.id === id)!.draft
  expect(draftOf('own-rows', { name: 'Owner', type: 'text' }).definition).toBe('(select auth.uid()) = "Owner"::uuid')
  expect(draftOf('own-insert', { name: 'author_id', type: 'uuid' })).toMatchObject({ check: '(select auth.uid()) = author_id', definition: '' })
  expect(draftOf('own-read').definition).toBe('(select auth.uid()) = user_id')
  for (const { draft } of policyTemplates([])) expect(changeOf(target, null, draft).kind).toBe('change')
})
