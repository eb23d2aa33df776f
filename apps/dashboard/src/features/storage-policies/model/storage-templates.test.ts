import { expect, test } from 'vitest'
import { changeOf, draftOf, lacksSelect, storageTemplates, type TemplateDraft, templateIds } from './storage-templates.ts'

const sqlOf = (draft: TemplateDraft, taken: readonly string[] = []) => {
  const change = changeOf(draft, taken)
  return change.kind === 'change' ? change.change.commands.map(({ sql }) => sql) : change
}

test('a template becomes a policy for each operation, with free names', () => {
  const draft = draftOf('own-folder', "it's", ['INSERT', 'UPDATE', 'DELETE'])
  const condition = `bucket_id = 'it''s' and (storage.foldername(name))[1] = (select auth.uid()::text)`
  const start = (name: string, command: string) => `create policy "${name}" on storage.objects as PERMISSIVE for ${command} to authenticated`
  expect(sqlOf({ ...draft, name: 'Own' }, ['Own (insert)'])).toEqual([
    `${start('Own (insert) 2', 'INSERT')} with check (${condition});`,
    `${start('Own (update)', 'UPDATE')} using (${condition}) with check (${condition});`,
    `${start('Own (delete)', 'DELETE')} using (${condition});`,
  ])
  expect(lacksSelect(draft)).toBe(true)
  expect(lacksSelect(draftOf('own-files', null))).toBe(false)
})

test('values are written as SQL, and what is missing or too long is refused', () => {
  const typed = draftOf('type', 'a')
  expect(sqlOf({ ...typed, values: { ...typed.values, extension: '.JPG', folder: "/o'k/" } })).toEqual([
    expect.stringContaining(`using (bucket_id = 'a' and lower(storage.extension(name)) = 'jpg' and (storage.foldername(name))[1] = 'o''k')`),
  ])
  const problems = (change: Partial<TemplateDraft>) => Object.keys((changeOf({ ...typed, ...change }, []) as { problems?: object }).problems ?? {})
  expect(problems({ values: { folder: 'a/b', file: '', extension: ' ' } })).toEqual(['extension', 'folder'])
  expect(problems({ name: ' ', commands: [] })).toEqual(['name', 'commands'])
  expect(problems({ name: 'x'.repeat(64) })).toEqual(['name'])
  expect(problems({ name: 'x'.repeat(60), commands: ['SELECT', 'DELETE'] })).toEqual(['name'])
})

test('every template is complete as it starts, for a bucket and for all of them', () => {
  expect(storageTemplates.map(({ id }) => id).sort()).toEqual([...templateIds].sort())
  for (const id of templateIds) for (const bucket of ['photos', 'ü'.repeat(50), null]) expect(changeOf(draftOf(id, bucket), []).kind).toBe('change')
  expect(sqlOf(draftOf('read', null))).toEqual([expect.stringContaining('for SELECT to public using (true);')])
})
