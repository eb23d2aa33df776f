import { type ArrayItem, parseArray } from '@colonnade/pg-meta/array-literal'
import type { DataColumn } from '../cell-model.ts'

const jsonNumbers = new Set(['int2', 'int4', 'oid', 'float4', 'float8'])

/** A row as a JSON object; numbers that JSON readers would round stay text. */
export function rowJson(columns: readonly DataColumn[], cells: readonly (string | null)[]): string {
  const entries = columns.map((column, place) => `  ${JSON.stringify(column.name)}: ${valueJson(column, cells[place] ?? null)}`)
  return `{\n${entries.join(',\n')}\n}`
}

/** A value as JSON; an array as one of JSON, where it begins at 1 and came whole. */
export function valueJson(column: Pick<DataColumn, 'base_format' | 'is_array'>, text: string | null): string {
  if (text === null) return 'null'
  if (column.is_array) {
    // the catalog's name of an array type is that of its items behind an underscore
    const format = column.base_format.replace(/^_/, '')
    const items = itemsOf(text, format)
    return items === null ? JSON.stringify(text) : itemJson(format, items)
  }
  return scalarJson(column.base_format, text)
}

/** Null of what can't be read, or is not numbered as JSON numbers. */
function itemsOf(text: string, format: string): readonly ArrayItem[] | null {
  try {
    const { bounds, items } = parseArray(text, format === 'box' ? ';' : ',')
    return bounds === null ? items : null
  } catch {
    return null
  }
}

function itemJson(format: string, item: ArrayItem): string {
  if (item === null) return 'null'
  return typeof item === 'string' ? scalarJson(format, item) : `[${item.map((own) => itemJson(format, own)).join(', ')}]`
}

function scalarJson(format: string, text: string): string {
  if (format === 'bool') return text === 't' ? 'true' : 'false'
  if (jsonNumbers.has(format) && Number.isFinite(Number(text))) return text
  if ((format === 'json' || format === 'jsonb') && !text.endsWith('...')) return text
  return JSON.stringify(text)
}
