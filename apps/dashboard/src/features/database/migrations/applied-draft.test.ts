import { expect, test } from 'vitest'
import { appliedDraft, forgetting } from './applied-draft.ts'

const form = { version: '20240131120000', name: ' Album ', text: 'create table album ();' }

test('what was applied is recorded, and the recording is not', () => {
  const draft = appliedDraft(form, [{ version: '1' }], 'ada@example.com')
  if (draft.kind !== 'change') throw new Error('no change')
  expect(draft.change.commands).toMatchObject([{ recorded: null }])
  expect(draft.change.commands[0]!.sql).toContain(`values ('20240131120000', 'Album', array['create table album ()']::text[], 'ada@example.com'`)
  expect(forgetting(form).commands).toMatchObject([{ recorded: null, sql: expect.stringContaining("where version = '20240131120000'") }])
})

test('it needs a version that is new, a name, and SQL', () => {
  expect(appliedDraft({ version: 'x', name: ' ', text: '-- nothing' }, [], '')).toMatchObject({
    kind: 'incomplete',
    problems: { version: expect.stringContaining('number'), name: expect.any(String), text: expect.any(String) },
  })
  expect(appliedDraft(form, [form], '')).toMatchObject({ problems: { version: 'There is a migration of this version' } })
})
