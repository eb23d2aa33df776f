import type { EntityColumn } from '@colonnade/pg-meta'

const jsonNumbers = new Set(['int2', 'int4', 'oid', 'float4', 'float8'])

/** A row as a JSON object; numbers that JSON readers would round stay text. */
export function rowJson(columns: readonly EntityColumn[], cells: readonly (string | null)[]): string {
  const entries = columns.map((column, place) => `  ${JSON.stringify(column.name)}: ${valueJson(column, cells[place] ?? null)}`)
  return `{\n${entries.join(',\n')}\n}`
}

function valueJson({ base_format: format }: EntityColumn, text: string | null): string {
  if (text === null) return 'null'
  if (format === 'bool') return text === 't' ? 'true' : 'false'
  if (jsonNumbers.has(format) && Number.isFinite(Number(text))) return text
  if ((format === 'json' || format === 'jsonb') && !text.endsWith('...')) return text
  return JSON.stringify(text)
}
