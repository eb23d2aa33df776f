import { describe, expect, test } from 'vitest'
import { column, entity } from '../../fixtures.ts'
import { headOf } from '../reading/fixtures.ts'
import { detectSettings, readSample } from '../reading/sample.ts'
import type { ImportChoices } from './draft.ts'
import { planImport, type Planned } from './import-plan.ts'
import { matchColumns } from './match-columns.ts'

const choices: ImportChoices = {
  into: 'new',
  table: { schema: 'public', name: 'people', hasRls: true, hasNumber: false },
  edits: {},
  targets: {},
  onConflict: 'insert',
  key: null,
  onBadRow: 'stop',
}
const people = entity({
  name: 'people',
  columns: [
    column('id', { is_nullable: false, identity_generation: 'ALWAYS', is_identity: true }),
    column('email', { is_nullable: false }),
    column('Full Name'),
    column('twice', { is_generated: true }),
    column('since', { is_nullable: false, default_value: 'now()' }),
  ],
  primary_keys: [{ schema: 'public', table_name: 'people', table_id: 1, name: 'id' }],
  unique_indexes: [{ schema: 'public', table_name: 'people', table_id: 1, name: 'people_email_key', columns: ['email'] }],
})

function plan(text: string, change: Partial<ImportChoices> = {}, isOpen = false): Planned {
  const head = headOf(text)
  const settings = detectSettings(head)
  return planImport({ sample: readSample(head, settings), settings, choices: { ...choices, ...change }, entity: isOpen ? people : null })
}

describe('into a new table', () => {
  test('columns as they are guessed, and as they were changed', () => {
    const planned = plan('code,price,skip\n001,2.5,x\n', {
      edits: { 0: { isKey: true }, 1: { type: 'numeric(10,2)', name: 'cost', isNullable: false }, 2: { isSkipped: true } },
    })
    expect(planned).toMatchObject({
      kind: 'plan',
      warnings: [],
      plan: {
        schema: 'public',
        table: 'people',
        create: {
          columns: [
            { name: 'code', type: 'text', is_nullable: false },
            { name: 'cost', type: 'numeric(10,2)', is_nullable: false },
          ],
          primary_key: ['code'],
          rls_enabled: true,
        },
        columns: [
          { source: 0, target: 'code' },
          { source: 1, target: 'cost' },
        ],
      },
    })
  })

  test('a number of its own is the key, with a name that is free', () => {
    const planned = plan('id,a\nx,1\n', { table: { ...choices.table, hasNumber: true } })
    expect(planned).toMatchObject({
      plan: { create: { columns: [{ name: 'row_id', is_identity: true }, { name: 'id' }, { name: 'a' }], primary_key: ['row_id'] } },
    })
  })

  test('a column that is named like a key and has another value in each row is the key, unless that is changed', () => {
    const auto = { ...choices.table, hasNumber: null }
    expect(plan('id,a\n1,x\n2,x\n', { table: auto })).toMatchObject({
      plan: { create: { columns: [{ name: 'id' }, { name: 'a' }], primary_key: ['id'] } },
    })
    expect(plan('id,a\n1,x\n1,x\n', { table: auto })).toMatchObject({ plan: { create: { primary_key: ['row_id'] } } })
    expect(plan('a,people_id\nx,1\ny,\n', { table: auto })).toMatchObject({ plan: { create: { primary_key: ['id'] } } })
    expect(plan('id\n1\n', { table: auto, edits: { 0: { isKey: false } } })).toMatchObject({ plan: { create: { primary_key: [] } } })
  })

  test.for<[string, Partial<ImportChoices>, string]>([
    ['a\n1\n', { table: { ...choices.table, name: ' ' } }, 'The table needs a name'],
    ['a,b\n1,2\n', { edits: { 1: { name: 'a' } } }, 'Two columns are named a'],
    ['a\n1\n', { edits: { 0: { isSkipped: true } } }, 'Choose at least one column'],
    ['a\n1\n', { edits: { 0: { name: 'é'.repeat(40) } } }, 'Column 1 has a name longer than 63 bytes'],
    ['', {}, 'The file is empty'],
    [
      `${Array.from({ length: 1_601 }, (_, place) => `c${place}`).join(',')}\n`,
      {},
      'The file has 1,601 columns; a table in Postgres has at most 1,600. Is the delimiter right?',
    ],
  ])('%#: what keeps it from running is told', ([text, change, problem]) => {
    expect(plan(text, change)).toEqual({ kind: 'problems', problems: [problem] })
  })
})

describe('into a table that is there', () => {
  test('columns by name whatever their case, none that the database computes', () => {
    expect(matchColumns(['FULL_NAME', 'id', 'twice', 'E-Mail', 'other'], people.columns)).toEqual(['Full Name', null, null, 'email', null])
    expect(matchColumns([null, null], people.columns)).toEqual(['email', 'Full Name'])
    expect(matchColumns(['Email', 'email'], people.columns)).toEqual([null, 'email'])
  })

  test('an update goes by the key that is chosen', () => {
    const planned = plan('email,full name\na@b.c,Ada\n', { into: 'existing', onConflict: 'update', key: ['email'] }, true)
    expect(planned).toMatchObject({
      kind: 'plan',
      plan: { table: 'people', on_conflict: 'update', key: ['email'], columns: [{ target: 'email' }, { target: 'Full Name' }] },
    })
  })

  test('a key without values, or a column twice, is refused', () => {
    expect(plan('email\na@b.c\n', { into: 'existing', onConflict: 'update' }, true)).toEqual({
      kind: 'problems',
      problems: ['The key needs values from the file: id'],
    })
    expect(plan('email,x\na@b.c,Ada\n', { into: 'existing', targets: { 1: 'email' } }, true)).toEqual({
      kind: 'problems',
      problems: ['Two columns of the file are mapped to email'],
    })
  })

  test('what must have a value and gets none is pointed out', () => {
    expect(plan('full name\nAda\n', { into: 'existing' }, true)).toMatchObject({
      warnings: ['email must have a value but gets none from the file, so every row will be rejected.'],
    })
  })
})
