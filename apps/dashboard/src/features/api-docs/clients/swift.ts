import { apiName, type Call, type Filter, type Target } from '../examples/call.ts'
import type { Client } from './client.ts'
import { type Notation, writeFields, writeRows, writeValue } from './notation.ts'

/** JSON's text with Swift's escapes. */
const text = (value: string): string =>
  JSON.stringify(value).replaceAll(/\\(?:u([0-9a-f]{4})|([bf])|[\s\S])/g, (escape, code?: string, letter?: string) => {
    if (code !== undefined) return `\\u{${code}}`
    return letter === undefined ? escape : `\\u{${letter === 'b' ? '8' : 'c'}}`
  })

const notation: Notation = {
  text,
  key: text,
  words: { true: 'true', false: 'false', null: 'nil' },
  object: ['[', ']', '[:]'],
  space: '',
  indent: '    ',
}
const margin = '    '

export const swift: Client = {
  id: 'swift',
  label: 'Swift',
  language: 'c-like',
  setUp: ({ url, anonKey }) => `import Foundation
import Supabase

let supabase = SupabaseClient(
    supabaseURL: URL(string: ${text(url)})!,
    supabaseKey: ${text(anonKey)}
)`,
  write: (call, target) => {
    const steps = stepsOf(call)
    return steps && chain(target, steps, call.kind === 'select' && call.isCounted ? 'count' : call.kind)
  },
}

function chain({ schema }: Target, steps: readonly string[], kind: Call['kind'] | 'count'): string {
  const all = [...(schema === null ? [] : [`.schema(${text(schema)})`]), ...steps, '.execute()']
  // a function can return anything, so its reply is decoded as JSON of any kind
  const start =
    {
      delete: 'try await supabase',
      rpc: 'let result: AnyJSON = try await supabase',
      // the count is beside the rows
      count: 'let response: PostgrestResponse<[JSONObject]> = try await supabase',
    }[kind as string] ?? 'let rows: [JSONObject] = try await supabase'
  return [start, ...all.map((step) => margin + step), ...(kind === 'delete' || kind === 'count' ? [] : [`${margin}.value`])].join('\n')
}

/** The client encodes names in paths itself. */
function stepsOf(call: Call): readonly string[] | null {
  if (call.kind === 'rpc') {
    if (call.args.kind === 'text') return null
    if (call.args.kind === 'json') return [`.rpc(${text(call.name)}, params: ${writeValue(call.args.value, notation, margin)} as AnyJSON)`]
    const { fields } = call.args
    const params = fields.length === 0 ? '' : `, params: ${writeFields(fields, notation, margin)} as JSONObject`
    return [`.rpc(${text(call.name)}${params})`]
  }
  const from = `.from(${text(call.relation)})`
  switch (call.kind) {
    case 'select':
      return [
        from,
        `.select(${call.isCounted ? `${text(call.columns)}, count: .exact` : call.columns === '*' ? '' : text(call.columns)})`,
        ...call.filters.map(filter),
        ...(call.order === undefined ? [] : [`.order(${text(apiName(call.order))})`]),
        ...(call.limit === undefined ? [] : [`.limit(${call.limit})`]),
      ]
    case 'insert':
      return [
        from,
        call.rows.length === 1
          ? `.insert(${writeFields(call.rows[0]!, notation, margin)} as JSONObject)`
          : `.insert(${writeRows(call.rows, notation, margin)} as [JSONObject])`,
        '.select()',
      ]
    case 'upsert':
      return [
        from,
        `.upsert(${writeFields(call.row, notation, margin)} as JSONObject, onConflict: ${text(call.keys.map(apiName).join(','))})`,
        '.select()',
      ]
    case 'update':
      return [from, `.update(${writeFields(call.changes, notation, margin)} as JSONObject)`, ...call.filters.map(filter), '.select()']
    case 'delete':
      return [from, '.delete()', ...call.filters.map(filter)]
  }
}

const filter = ({ column, operator, value }: Filter): string => {
  const label = operator === 'ilike' ? 'pattern: ' : 'value: '
  return `.${operator}(${text(apiName(column))}, ${label}${writeValue(value, notation)})`
}
