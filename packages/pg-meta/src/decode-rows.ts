import type { z } from 'zod'
import type { Statement } from './statement.ts'

/** One result set as the platform sends it: every value is the text that Postgres prints, null is NULL. */
export interface TextResult {
  readonly fields: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly (readonly (string | null)[])[]
}

const integers = new Set(['smallint', 'integer', 'bigint', 'oid'])
const floats = new Set(['real', 'double precision'])
const documents = new Set(['json', 'jsonb'])

/**
 * The rows of a statement's last result that has fields, as objects of the types that its schema expects. Integers beyond 2^53 stay
 * text: nothing is rounded.
 *
 * @throws ZodError when the rows are not what the statement promises.
 */
export function decodeRows<Row extends z.ZodType>(statement: Statement<Row>, results: readonly TextResult[]): z.output<Row> {
  return statement.zod.parse(lastRows(results))
}

/** The same of a retrieval: its one row, or undefined. */
export function decodeOne<Row extends z.ZodType>(statement: Statement<Row>, results: readonly TextResult[]): z.output<Row> {
  return statement.zod.parse(lastRows(results)[0])
}

function lastRows(results: readonly TextResult[]): Record<string, unknown>[] {
  const result = results.findLast(({ fields }) => fields.length > 0)
  return (result?.rows ?? []).map((row) =>
    Object.fromEntries(result!.fields.map(({ name, type }, index) => [name, decodeValue(type, row[index] ?? null)])),
  )
}

function decodeValue(type: string, text: string | null): unknown {
  if (text === null) return null
  if (type === 'boolean') return text === 't'
  if (integers.has(type)) return Number.isSafeInteger(Number(text)) ? Number(text) : text
  if (floats.has(type)) return Number(text)
  if (documents.has(type)) return JSON.parse(text) as unknown
  return text
}
