import type { QueryField } from '@colonnade/contracts/data/queries'
import type { DataColumn } from '../../../../lib/data-grid/cell-model.ts'
import type { ResultRow } from '../../run/run-state.ts'

/** A column of a result. */
export interface ResultColumn extends DataColumn {
  /** Its place among the fields, and so among the values of a row. */
  readonly place: number
  /** Its name, numbered where another column has the same. */
  readonly id: string
  /** As format_type() prints it. */
  readonly type: string
  readonly field: QueryField
}

/** Columns of a result, with what its types say about reading their values. */
export function resultColumns(fields: readonly QueryField[]): ResultColumn[] {
  const ids = distinctNames(fields.map(({ name }) => name))
  return fields.map((field, place) => ({
    place,
    id: ids[place]!,
    name: field.name,
    type: field.type,
    base_format: baseFormat(field.type),
    is_array: field.type.endsWith('[]'),
    enums: [],
    field,
  }))
}

/** The same under names of their own, for forms in which every name stands once. */
export function withDistinctNames(columns: readonly ResultColumn[]): ResultColumn[] {
  return columns.map((column) => ({ ...column, name: column.id }))
}

export function valueAt(row: ResultRow, { place }: ResultColumn): string | null {
  return row[place] ?? null
}

const shortNames: Readonly<Record<string, string>> = {
  smallint: 'int2',
  integer: 'int4',
  bigint: 'int8',
  real: 'float4',
  'double precision': 'float8',
  boolean: 'bool',
  'character varying': 'varchar',
  character: 'bpchar',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamptz',
  'time without time zone': 'time',
  'time with time zone': 'timetz',
}

/** "numeric(10,2)" is numeric, "timestamp(3) with time zone" timestamptz, "integer[]" _int4; "interval day to second" interval. */
export function baseFormat(type: string): string {
  const plain = type.replaceAll(/\([^)]*\)|\[\]/g, '').trim()
  const short = shortNames[plain] ?? (plain.startsWith('interval ') ? 'interval' : plain)
  return type.endsWith('[]') ? `_${short}` : short
}

/** Names that stand once: the second "id" is "id_2". */
export function distinctNames(names: readonly string[]): string[] {
  const all = new Set(names)
  const taken = new Set<string>()
  return names.map((name) => {
    let distinct = name
    for (let number = 2; taken.has(distinct) || (number > 2 && all.has(distinct)); number += 1) distinct = `${name}_${number}`
    taken.add(distinct)
    return distinct
  })
}
