import { maxRowLimit } from '@colonnade/contracts'
import { AppError } from '@colonnade/core'
import { getRowInsertSql, getRowsDeleteSql, getRowUpdateSql, type CellInput, type Entity, type RowKey } from '@colonnade/pg-meta'
import { runSql } from '../../../scope/run-sql.ts'
import { RowGone } from './row-gone.ts'

type Cells = readonly (string | null)[]

/** Sets one cell in one statement; gives the row as it then is. @throws AppError by SQLSTATE, RowGone */
export async function updateCell(ref: string, entity: Entity, key: RowKey, column: string, input: CellInput): Promise<Cells> {
  const [row] = await write(ref, entity, getRowUpdateSql({ table: entity, key, values: { [column]: input } }).sql)
  if (row === undefined) throw new RowGone()
  return row
}

/** @throws AppError by SQLSTATE */
export async function insertRow(ref: string, entity: Entity, values: Readonly<Record<string, CellInput>>): Promise<void> {
  await write(ref, entity, getRowInsertSql({ table: entity, values }).sql)
}

/** Deletes exactly the rows with these keys, all or none; gives how many there still were. @throws AppError by SQLSTATE */
export async function deleteRows(ref: string, entity: Entity, keys: readonly RowKey[]): Promise<number> {
  const [first] = keys
  if (first === undefined) return 0
  const statement = getRowsDeleteSql({ table: entity, keys: { columns: first.columns, values: keys.map(({ values }) => values) } })
  const { results } = await runSql(ref, { query: statement.sql, row_limit: Math.min(maxRowLimit, keys.length + 1) })
  return results[0]?.rows.length ?? 0
}

/** The rows that a write returned, their cells in the order of the relation's columns as the editor knows them. */
async function write(ref: string, entity: Entity, query: string): Promise<Cells[]> {
  const { results } = await runSql(ref, { query })
  const result = results[0]
  if (result === undefined) throw new AppError('database_error', {}, { message: 'The statement gave no answer' })
  const places = entity.columns.map(({ name }) => result.fields.findIndex((field) => field.name === name))
  return result.rows.map((row) => places.map((place) => row[place] ?? null))
}
