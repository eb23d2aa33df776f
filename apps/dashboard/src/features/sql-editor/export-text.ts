import type { QueryResult } from '@colonnade/contracts'

type Result = Pick<QueryResult, 'fields' | 'rows'>

/** RFC 4180: lines end with CRLF, NULL is nothing, the empty text is "". */
export function toCsv({ fields, rows }: Result): string {
  const lines = [fields.map(({ name }) => quoteCsv(name)), ...rows.map((row) => row.map((value) => (value === null ? '' : quoteCsv(value))))]
  return lines.map((line) => line.join(',')).join('\r\n')
}

function quoteCsv(text: string): string {
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const exactNumbers = new Set(['smallint', 'integer', 'oid', 'real', 'double precision'])
const documents = new Set(['json', 'jsonb'])

/**
 * A JSON array of objects. Numbers that JSON readers keep exactly are numbers; bigint and numeric stay text, so no digit is lost.
 * Columns of the same name are numbered apart.
 */
export function toJson({ fields, rows }: Result): string {
  const names = distinctNames(fields.map(({ name }) => name))
  const objects = rows.map((row) => {
    const entries = row.map((value, index) => `${JSON.stringify(names[index])}: ${jsonValue(fields[index]!.type, value)}`)
    return `  { ${entries.join(', ')} }`
  })
  return objects.length === 0 ? '[]' : `[\n${objects.join(',\n')}\n]`
}

function jsonValue(type: string, text: string | null): string {
  if (text === null) return 'null'
  if (type === 'boolean') return text === 't' ? 'true' : 'false'
  if (exactNumbers.has(type) && Number.isFinite(Number(text))) return text
  if (documents.has(type)) return text
  return JSON.stringify(text)
}

function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let distinct = name
    for (let number = 2; taken.has(distinct); number += 1) distinct = `${name}_${number}`
    taken.add(distinct)
    return distinct
  })
}
