import { expect, test } from 'vitest'
import { unrecordedText } from './messages.ts'
import { dismissal, unrecordedDraft } from './unrecorded-draft.ts'

const change = {
  transaction_id: '1',
  asked_at: '2024-01-31T12:00:00.500Z',
  changed_by: 'postgres',
  application_name: '',
  commands: [],
  objects: [],
  is_cut: false,
}
const form = { name: ' Add label ', createdBy: 'ada@example.com' }
const changes = [
  { ...change, statement: 'create index on album (id)' },
  { ...change, statement: 'create view ', is_cut: true },
  { ...change, statement: null },
  { ...change, statement: 'create table album (id int); create table artist ()' },
]

test('changes are recorded in their order and as they were sent, and the recording itself is not', () => {
  const draft = unrecordedDraft(form, changes, [])
  if (draft.kind !== 'change') throw new Error('no change')
  expect(draft.change.commands).toMatchObject([{ recorded: null }])
  expect(draft.change.commands[0]!.sql).toContain(
    `values ('20240131120000', 'Add label', array['create table album (id int); create table artist ()', 'create index on album (id)']::text[], 'ada@example.com'`,
  )
})

test('a migration has the time of its changes, and a new one starts where another came in between', () => {
  const later = { ...change, asked_at: '2024-01-31T13:00:00Z', statement: 'create table later ()' }
  const draft = unrecordedDraft(form, [later, ...changes], [{ version: '20240131123000', created_at: '2024-01-31T12:30:00.1Z' }])
  if (draft.kind !== 'change') throw new Error('no change')
  expect(draft.change.commands.map(({ sql }) => /values \('(\d+)'/.exec(sql)?.[1])).toEqual(['20240131120000', '20240131130000'])
  expect(draft.change.commands[1]!.sql).toContain(`'2024-01-31T13:00:00Z'::timestamptz`)
})

test('a recording needs a name and stored SQL', () => {
  expect(unrecordedDraft({ ...form, name: ' ' }, changes, [])).toMatchObject({ kind: 'incomplete', problems: { name: unrecordedText.nameMissing } })
  expect(unrecordedDraft(form, changes.slice(1, 3), [])).toMatchObject({ problems: { changes: unrecordedText.noSql } })
  expect(unrecordedDraft(form, [], [])).toMatchObject({ problems: { changes: unrecordedText.noneSelected } })
  expect(dismissal(['7', '8'].map((id) => ({ transaction_id: id, asked_at: '2024-01-31' }))).commands).toMatchObject([
    { recorded: null, sql: expect.stringContaining("(('7'::xid8, '2024-01-31'::timestamptz), ('8'::xid8, '2024-01-31'::timestamptz))") },
  ])
})
