import { maxRowLimit } from '@colonnade/contracts/data/queries'
import { decodeOne, decodeRows, type RowsOf, type Statement } from '@colonnade/pg-meta'
import { runSql } from './run-sql.ts'

/** Runs a statement of pg-meta and gives its rows as the statement types them. @throws AppError by SQLSTATE */
export async function fetchRows<S extends Statement>(ref: string, statement: S, signal?: AbortSignal): Promise<RowsOf<S>> {
  const { results } = await runSql(ref, { query: statement.sql, row_limit: maxRowLimit, signal })
  return decodeRows(statement, results) as RowsOf<S>
}

/** The same in a read-only transaction, so that a reload can send it early (`early/early-calls.ts`). @throws AppError by SQLSTATE */
export async function readRows<S extends Statement>(ref: string, statement: S, signal?: AbortSignal): Promise<RowsOf<S>> {
  const { results } = await runSql(ref, { query: statement.sql, read_only: true, row_limit: maxRowLimit, signal })
  return decodeRows(statement, results) as RowsOf<S>
}

/** The same for one row or none. @throws AppError by SQLSTATE */
export async function fetchRow<S extends Statement>(ref: string, statement: S, signal?: AbortSignal): Promise<RowsOf<S>> {
  const { results } = await runSql(ref, { query: statement.sql, signal })
  return decodeOne(statement, results) as RowsOf<S>
}
