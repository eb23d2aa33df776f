import { AppError, type ErrorCode } from '@colonnade/core'
import { expect, test } from 'vitest'
import type { ImportPlanInput } from '../plan/import-plan.ts'
import { explainImportError } from './explain-import-error.ts'
import { FileChanged } from './outcome.ts'
import { durationText } from './pace.ts'

const intoOld: ImportPlanInput = { schema: 'public', table: 'people', format: 'csv', columns: [{ source: 0, target: 'age' }] }
const intoNew: ImportPlanInput = { ...intoOld, create: { columns: [{ name: 'age', type: 'integer' }] } }

const badRow = new AppError('import_row_invalid', { line: 41, column: 'age', value: 'old', reason: 'invalid input syntax for type integer: "old"' })

test('a bad row is told with line, column, value and reason, and the ways on', () => {
  expect(explainImportError(badRow, { plan: intoNew })).toMatchObject({
    title: 'Line 41 doesn’t fit the table',
    row: { line: 41, column: 'age', value: 'old', reason: 'invalid input syntax for type integer: "old"' },
    canCollect: true,
    canBeText: true,
  })
  expect(explainImportError(badRow, { plan: intoOld })).toMatchObject({ canCollect: true, canBeText: false })
  expect(explainImportError(badRow, { plan: { ...intoOld, on_bad_row: 'collect' } })).toMatchObject({
    title: 'Too many invalid rows',
    canCollect: false,
  })
})

test.for<[what: string, error: unknown, title: string]>([
  ['the file was changed', new FileChanged('The file was changed or removed during the import'), 'The file was changed or removed during the import'],
  ['a cut network', new AppError('unavailable', {}), 'The connection was lost'],
  ['a session that ended', new AppError('unauthorized', {}), 'You were signed out'],
  ['a dropped table', new AppError('undefined_object', {}), 'public.people was changed'],
  ['no privilege', new AppError('insufficient_privilege', {}), 'You can’t write to public.people'],
  ['a table that is there', new AppError('duplicate_object', {}), 'public.people already exists'],
  ['another import of it', new AppError('import_not_found', {}), 'The server no longer has this import'],
  ['a cut JSON file', new AppError('import_file_invalid', { line: 7, reason: 'The array is not closed' }), 'Line 7 of the file can’t be read'],
  ['a wrong encoding', new AppError('import_file_invalid', {}), 'The file can’t be read in this format'],
  ['what is no error of ours', new Error('odd'), 'Import failed'],
])('%s', ([, error, title]) => {
  expect(explainImportError(error, { plan: intoOld }).title).toBe(title)
})

test('what the database says is kept', () => {
  const codes: ErrorCode[] = ['undefined_object', 'duplicate_object', 'insufficient_privilege', 'statement_timeout']
  for (const code of codes) {
    const { title, detail } = explainImportError(new AppError(code, { detail: 'More about it' }, { message: 'What happened' }), {
      plan: intoOld,
    })
    expect(`${title}\n${detail}`).toMatch(/What happened[^]*More about it/)
  }
})

test.for([
  [0.04, '0.1 s'],
  [0.42, '0.4 s'],
  [12.3, '12 s'],
  [185, '3 min 5 s'],
  [60, '1 min'],
  [7_800, '2 h 10 min'],
] as const)('%d seconds are %s', ([seconds, text]) => {
  expect(durationText(seconds)).toBe(text)
})
