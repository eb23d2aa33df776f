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

/** So many rows are held against their schema; of more, as many in even steps: what Postgres sends in a column is all of one type. */
const checkedRows = 1_000

/**
 * The rows of a statement's last result that has fields, as objects of the types that its schema expects. Integers beyond 2^53 stay
 * text: nothing is rounded. Schemas of statements describe rows and change nothing of them.
 *
 * @throws ZodError when the rows are not what the statement promises; of tens of thousands, some are looked at
 */
export function decodeRows<Row extends z.ZodType>(statement: Statement<Row>, results: readonly TextResult[]): z.output<Row> {
  const sent = lastRows(results)
  const rows = statement.unpack?.(sent) ?? sent
  if (rows.length <= checkedRows) return statement.zod.parse(rows)
  const step = Math.ceil(rows.length / checkedRows)
  statement.zod.parse(rows.filter((_, index) => index % step === 0))
  return rows as z.output<Row>
}

/** The same of a retrieval: its one row, or undefined. */
export function decodeOne<Row extends z.ZodType>(statement: Statement<Row>, results: readonly TextResult[]): z.output<Row> {
  return statement.zod.parse(lastRows(results)[0])
}

function lastRows(results: readonly TextResult[]): Record<string, unknown>[] {
  const result = results.findLast(({ fields }) => fields.length > 0)
  if (result === undefined) return []
  // lists have tens of thousands of rows: what a column needs is looked up once
  const columns = result.fields.map(({ name, type }) => ({ name, decode: decoderOf(type) }))
  // a copy has room for all from the start
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(columns.map(({ name }) => [name, null]))
  return result.rows.map((row) => {
    const object = { ...blank }
    for (let index = 0; index < columns.length; index += 1) {
      const { name, decode } = columns[index]!
      const text = row[index] ?? null
      object[name] = text === null || decode === null ? text : decode(text)
    }
    return object
  })
}

/** What makes a value of its text; null where the text is the value. */
function decoderOf(type: string): ((text: string) => unknown) | null {
  if (type === 'boolean') return isTrue
  if (integers.has(type)) return toInteger
  if (floats.has(type)) return Number
  return documents.has(type) ? toDocument : null
}

const isTrue = (text: string): boolean => text === 't'
const toInteger = (text: string): number | string => (Number.isSafeInteger(Number(text)) ? Number(text) : text)
const toDocument = (text: string): unknown => JSON.parse(text)
