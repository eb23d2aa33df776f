import { expect, test } from 'vitest'
import { appliedText } from './messages.ts'
import { appliedDraft, forgetting } from './applied-draft.ts'

const form = { version: '20240131120000', name: ' Album ', text: 'create table album ();' }

test('an applied migration is recorded, and the recording itself is not', () => {
  const draft = appliedDraft(form, [{ version: '1' }], 'ada@example.com')
  if (draft.kind !== 'change') throw new Error('no change')
  expect(draft.change.commands).toMatchObject([{ recorded: null }])
  expect(draft.change.commands[0]!.sql).toContain(`values ('20240131120000', 'Album', array['create table album ()']::text[], 'ada@example.com'`)
  expect(forgetting(form).commands).toMatchObject([{ recorded: null, sql: expect.stringContaining("where version = '20240131120000'") }])
})

test('it needs a new version, a name, and SQL', () => {
  expect(appliedDraft({ version: 'x', name: ' ', text: '-- nothing' }, [], '')).toMatchObject({
    kind: 'incomplete',
    problems: { version: appliedText.versionInvalid, name: appliedText.nameMissing, text: appliedText.sqlMissing },
  })
  expect(appliedDraft(form, [form], '')).toMatchObject({ problems: { version: appliedText.versionTaken } })
})
