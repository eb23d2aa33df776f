import { describe, expect, test } from 'vitest'
import { policyFormText } from './messages.ts'
import { changeOf, emptyPolicy, isRecreated, readsItself, type PolicyDraft } from './policy-draft.ts'
import { policyTemplates } from './policy-templates.ts'

const target = { schema: 'shop', table: 'album', taken: ['taken'] }
const own: PolicyDraft & { id: number } = { ...emptyPolicy, id: 1, name: 'own', roles: ['authenticated'], definition: 'id > 0', check: 'id > 1' }
const sqlOf = (draft: PolicyDraft, before: typeof own | null = null) => {
  const change = changeOf(target, before, draft)
  return change.kind === 'change' ? change.change.commands.map(({ sql }) => sql) : change
}
const problemsOf = (draft: PolicyDraft) => changeOf(target, null, draft)

describe('a policy of a form', () => {
  test('is created with only the expressions of its command', () => {
    const [sql] = sqlOf({ ...own, command: 'SELECT' }) as string[]
    expect(sql).toBe('create policy own on shop.album as PERMISSIVE for SELECT to authenticated using (id > 0);')
    expect(sqlOf({ ...own, command: 'INSERT' })).toEqual([
      'create policy own on shop.album as PERMISSIVE for INSERT to authenticated with check (id > 1);',
    ])
  })

  test('is altered if Postgres can, and otherwise re-created in one transaction', () => {
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
      expect(isRecreated(own, draft), JSON.stringify(change)).toBe(isNew)
      expect(sqlOf(draft, own)).toHaveLength(isNew ? 2 : 1)
    }
    expect(changeOf(target, own, { ...own, name: ' own ', definition: 'id > 0\n' })).toEqual({ kind: 'unchanged' })
  })

  test('shows what is missing or invalid', () => {
    expect(problemsOf({ ...own, name: ' ' })).toMatchObject({ problems: { name: expect.any(String) } })
    expect(problemsOf({ ...own, name: 'taken' })).toMatchObject({ problems: { name: policyFormText.nameTaken } })
    expect(problemsOf({ ...own, name: 'ä'.repeat(32) })).toMatchObject({ problems: { name: policyFormText.nameTooLong(63) } })
    expect(problemsOf({ ...own, roles: [] })).toMatchObject({ problems: { roles: expect.any(String) } })
    expect(problemsOf({ ...own, definition: 'true) or (true' })).toMatchObject({ problems: { definition: expect.any(String) } })
    expect(problemsOf({ ...own, definition: '', check: '' })).toMatchObject({ problems: { definition: expect.any(String) } })
    expect(problemsOf({ ...own, command: 'INSERT', check: '' })).toMatchObject({ problems: { check: expect.any(String) } })
  })
})

test('an expression that reads its own table is detected', () => {
  for (const text of ['exists (select from album)', 'id in (select 1 FROM shop.album a)', 'exists (select from x join "shop"."album" on true)']) {
    expect(readsItself(target, text), text).toBe(true)
  }
  for (const text of ['album.id = 1', 'exists (select from albums)', 'exists (select from other.album)', 'exists (select from album.x)']) {
    expect(readsItself(target, text), text).toBe(false)
  }
})

test('templates use the columns of the table', () => {
  const draftOf = (id: string, ...columns: { name: string; type: string }[]) => policyTemplates(columns).find((template) => template.id === id)!.draft
  expect(draftOf('own-rows', { name: 'Owner', type: 'text' }).definition).toBe('(select auth.uid()) = "Owner"::uuid')
  expect(draftOf('own-insert', { name: 'author_id', type: 'uuid' })).toMatchObject({ check: '(select auth.uid()) = author_id', definition: '' })
  expect(draftOf('own-read').definition).toBe('(select auth.uid()) = user_id')
  for (const { draft } of policyTemplates([])) expect(changeOf(target, null, draft).kind).toBe('change')
})
