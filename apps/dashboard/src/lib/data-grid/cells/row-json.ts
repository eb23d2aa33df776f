import type { DataColumn } from '../cell-model.ts'

const jsonNumbers = new Set(['int2', 'int4', 'oid', 'float4', 'float8'])

/** A row as a JSON object; numbers that JSON readers would round stay text. */
export function rowJson(columns: readonly DataColumn[], cells: readonly (string | null)[]): string {
  const entries = columns.map((column, place) => `  ${JSON.stringify(column.name)}: ${valueJson(column, cells[place] ?? null)}`)
  return `{\n${entries.join(',\n')}\n}`
}

/** A value as JSON. */
export function valueJson({ base_format: format }: Pick<DataColumn, 'base_format'>, text: string | null): string {
  if (text === null) return 'null'
  if (format === 'bool') return text === 't' ? 'true' : 'false'
  if (jsonNumbers.has(format) && Number.isFinite(Number(text))) return text
  if ((format === 'json' || format === 'jsonb') && !text.endsWith('...')) return text
  return JSON.stringify(text)
}
