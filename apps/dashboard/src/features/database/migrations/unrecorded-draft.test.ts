import { expect, test } from 'vitest'
import { dismissal, unrecordedDraft } from './unrecorded-draft.ts'

const change = { transaction_id: '1', asked_at: '', changed_by: 'postgres', application_name: '', commands: [], objects: [], is_cut: false }
const form = { name: ' By hand ', createdBy: 'ada@example.com', now: new Date('2024-01-31T12:00:00.500Z') }
const changes = [
  { ...change, statement: 'create index on album (id)' },
  { ...change, statement: 'create view ', is_cut: true },
  { ...change, statement: null },
  { ...change, statement: 'create table album (id int); create table artist ()' },
]

test('what was done is recorded in the order in which it was done, as it was sent, and the recording is not', () => {
  const draft = unrecordedDraft(form, changes, [])
  if (draft.kind !== 'change') throw new Error('no change')
  expect(draft.change.commands).toMatchObject([{ recorded: null }])
  expect(draft.change.commands[0]!.sql).toContain(
    `values ('20240131120000', 'By hand', array['create table album (id int); create table artist ()', 'create index on album (id)']::text[], 'ada@example.com'`,
  )
})

test('its version follows those of the migrations before it, not of one that is far ahead', () => {
  const sqlAfter = (...versions: string[]) => {
    const draft = unrecordedDraft(
      form,
      changes,
      versions.map((version) => ({ version })),
    )
    return draft.kind === 'change' ? draft.change.commands[0]!.sql : ''
  }
  expect(sqlAfter('20240131120000')).toContain(`'20240131120001'`)
  expect(sqlAfter('20240131120005', 'init', '20300101000000')).toContain(`'20240131120006'`)
})

test('it needs a name, and a text that was kept', () => {
  expect(unrecordedDraft({ ...form, name: ' ' }, changes, [])).toMatchObject({ kind: 'incomplete', problems: { name: 'Give it a name' } })
  expect(unrecordedDraft(form, changes.slice(1, 3), [])).toMatchObject({ problems: { changes: expect.stringContaining('was kept') } })
  expect(unrecordedDraft(form, [], [])).toMatchObject({ problems: { changes: 'Choose at least one of them' } })
  expect(dismissal(['7', '8'].map((id) => ({ transaction_id: id, asked_at: '2024-01-31' }))).commands).toMatchObject([
    { recorded: null, sql: expect.stringContaining("(('7'::xid8, '2024-01-31'::timestamptz), ('8'::xid8, '2024-01-31'::timestamptz))") },
  ])
})
