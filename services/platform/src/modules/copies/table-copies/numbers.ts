import { ident, sql, toText } from '@colonnade/sql'
import type { SideClient } from './sides.ts'

export interface Numbered {
  readonly schema: string
  readonly name: string
  readonly targetName: string
  readonly columns: readonly string[]
}

interface SequenceState {
  readonly last: string
  readonly is_called: boolean
}

/** Continues the sequences of a copy where those of the original stand, or after the largest number if that is further. */
export async function continueSequences(source: SideClient, target: SideClient, { schema, name, targetName, columns }: Numbered): Promise<void> {
  for (const column of columns) {
    const [from, to] = [await sequenceOf(source, schema, name, column), await sequenceOf(target, schema, targetName, column)]
    if (from === null || to === null) continue
    // the server quotes the name
    const state = (await source.client.query<SequenceState>(`select last_value::pg_catalog.text as last, is_called from ${from}`)).rows[0]!
    const largest = await largestOf(target, schema, targetName, column, to)
    const isBehind = largest !== null && BigInt(largest) >= BigInt(state.last)
    const [value, isCalled] = isBehind ? [largest, true] : [state.last, state.is_called]
    await target.run(sql`select pg_catalog.setval(${to}::pg_catalog.text::pg_catalog.regclass, ${value}::pg_catalog.int8, ${isCalled})`)
  }
}

async function sequenceOf(db: SideClient, schema: string, table: string, column: string): Promise<string | null> {
  const row = await db.first<{ name: string | null }>(sql`
    select pg_catalog.pg_get_serial_sequence(pg_catalog.format('%I.%I', ${schema}::pg_catalog.text, ${table}::pg_catalog.text), ${column}) as name`)
  return row?.name ?? null
}

/** Returns the largest number that an ascending sequence could continue after; null if there is none. */
async function largestOf(target: SideClient, schema: string, table: string, column: string, sequence: string): Promise<string | null> {
  const counting = await target.first<{ most: string }>(sql`
    select s.seqmax::pg_catalog.text as most from pg_catalog.pg_sequence s
    join pg_catalog.pg_attribute a on a.attrelid = pg_catalog.format('%I.%I', ${schema}::pg_catalog.text, ${table}::pg_catalog.text)::pg_catalog.regclass
      and a.attname = ${column}
    where s.seqrelid = ${sequence}::pg_catalog.text::pg_catalog.regclass and s.seqincrement > 0
      and a.atttypid in ('int2'::pg_catalog.regtype, 'int4'::pg_catalog.regtype, 'int8'::pg_catalog.regtype)`)
  if (counting === undefined) return null
  const text = `select pg_catalog.max(${toText(ident(column))})::pg_catalog.text as largest from ${toText(ident(schema, table))} where ${toText(ident(column))} <= ${counting.most}`
  return (await target.client.query<{ largest: string | null }>(text)).rows[0]!.largest
}
