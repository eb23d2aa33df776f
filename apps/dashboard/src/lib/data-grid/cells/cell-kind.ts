import type { DataColumn } from '../cell-model.ts'

export type CellKind = 'boolean' | 'enum' | 'json' | 'text' | 'number' | 'date' | 'plain'

const numbers = new Set(['int2', 'int4', 'int8', 'numeric', 'float4', 'float8', 'money', 'oid'])
const texts = new Set(['text', 'varchar', 'bpchar', 'citext', 'name', 'xml'])
const dates = new Set(['date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval'])

/** How values of a column are shown and edited. */
export function cellKind(column: Omit<DataColumn, 'name'>): CellKind {
  if (column.is_array) return 'plain'
  if (column.enums.length > 0) return 'enum'
  if (column.base_format === 'bool') return 'boolean'
  if (column.base_format === 'json' || column.base_format === 'jsonb') return 'json'
  if (numbers.has(column.base_format)) return 'number'
  if (texts.has(column.base_format)) return 'text'
  return dates.has(column.base_format) ? 'date' : 'plain'
}

const hints: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  time: '13:45:00',
  timetz: '13:45:00+00',
  timestamp: '2026-01-31 13:45:00',
  timestamptz: '2026-01-31 13:45:00+00',
  interval: '1 day 02:00:00',
  uuid: '00000000-0000-0000-0000-000000000000',
  bytea: '\\xdeadbeef',
  inet: '10.0.0.1',
  int4range: '[1,10)',
  numrange: '[1.5,2.5)',
  tstzrange: '[2026-01-01,2026-02-01)',
  point: '(1,2)',
}

/** An example of what a column takes. */
export function formatHint(column: Omit<DataColumn, 'name'>): string | undefined {
  if (column.is_array) return '{a,"b c",NULL}'
  return cellKind(column) === 'json' ? '{"key": "value"}' : hints[column.base_format]
}

const emptyTexts = new Set([...texts, 'char', 'bytea', 'tsvector', 'tsquery', 'hstore', 'ltree', 'varbit'])

/** Whether nothing typed is a value of its own. Where it is not, emptying a field means NULL. */
export function takesEmptyText({ base_format: format, enums, is_array: isArray }: Omit<DataColumn, 'name'>): boolean {
  return !isArray && (enums.length > 0 ? enums.includes('') : emptyTexts.has(format))
}
