import { expect, test } from 'vitest'
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
const form = { name: ' By hand ', createdBy: 'ada@example.com' }
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

test('it has the time of the changes, apart where a migration came in between', () => {
  const later = { ...change, asked_at: '2024-01-31T13:00:00Z', statement: 'create table later ()' }
  const draft = unrecordedDraft(form, [later, ...changes], [{ version: '20240131123000', created_at: '2024-01-31T12:30:00.1Z' }])
  if (draft.kind !== 'change') throw new Error('no change')
  expect(draft.change.commands.map(({ sql }) => /values \('(\d+)'/.exec(sql)?.[1])).toEqual(['20240131120000', '20240131130000'])
  expect(draft.change.commands[1]!.sql).toContain(`'2024-01-31T13:00:00Z'::timestamptz`)
})

test('it needs a name, and a text that was kept', () => {
  expect(unrecordedDraft({ ...form, name: ' ' }, changes, [])).toMatchObject({ kind: 'incomplete', problems: { name: 'Enter a name' } })
  expect(unrecordedDraft(form, changes.slice(1, 3), [])).toMatchObject({ problems: { changes: expect.stringContaining('was not kept') } })
  expect(unrecordedDraft(form, [], [])).toMatchObject({ problems: { changes: 'Select at least one change' } })
  expect(dismissal(['7', '8'].map((id) => ({ transaction_id: id, asked_at: '2024-01-31' }))).commands).toMatchObject([
    { recorded: null, sql: expect.stringContaining("(('7'::xid8, '2024-01-31'::timestamptz), ('8'::xid8, '2024-01-31'::timestamptz))") },
  ])
})
