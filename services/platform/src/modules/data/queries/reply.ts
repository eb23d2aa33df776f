import type { QueryNotice, QueryReply } from '@colonnade/contracts/data/queries'
import type { ExecutedResult } from '@colonnade/pg'
import type pg from 'pg'
import { typeNames } from './type-names.ts'

/** What a run answers; asks for the names of types that are not known yet, outside of a transaction that has failed. */
export async function replyOf(
  client: pg.Client,
  results: readonly ExecutedResult[],
  notices: QueryNotice[],
  durationMs: number,
): Promise<QueryReply> {
  const nameOf = await typeNames(client, results)
  return {
    results: results.map(({ fields, rows, command, rowCount, isTruncated, isRolledBack }) => ({
      fields: fields.map((field) => ({
        name: field.name,
        type: nameOf(field),
        type_oid: field.typeOid,
        table_oid: field.tableOid,
        column_number: field.columnNumber,
      })),
      rows: rows as (string | null)[][],
      command,
      row_count: rowCount,
      truncated: isTruncated,
      ...(isRolledBack && { rolled_back: true }),
    })),
    notices,
    duration_ms: Math.round(durationMs * 1000) / 1000,
  }
}
