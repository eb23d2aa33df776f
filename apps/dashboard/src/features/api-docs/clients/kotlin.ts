import { apiName, type Call, type Field, type Filter, pathName, type Target, type Value } from '../examples/call.ts'
import type { Client } from './client.ts'

/** Kotlin has no \f, and a dollar sign begins an expression. */
const text = (value: string): string =>
  JSON.stringify(value)
    .replaceAll(String.raw`\f`, String.raw`\u000c`)
    .replaceAll('$', String.raw`\$`)
const margin = '    '

export const kotlin: Client = {
  id: 'kotlin',
  label: 'Kotlin',
  language: 'c-like',
  setUp: ({ url, anonKey }) => `import io.github.jan.supabase.createSupabaseClient
import io.github.jan.supabase.postgrest.Postgrest
import io.github.jan.supabase.postgrest.from
import io.github.jan.supabase.postgrest.postgrest
import io.github.jan.supabase.postgrest.query.Columns
import io.github.jan.supabase.postgrest.query.Order
import kotlinx.serialization.json.*

val supabase = createSupabaseClient(${text(url)}, ${text(anonKey)}) {
    install(Postgrest)
}`,
  write: (call, target) => write(call, target),
}

function write(call: Call, { schema }: Target): string | null {
  if (call.kind === 'rpc') {
    // the schema of a call is that of the whole client, and its parameters are an object
    if (call.args.kind !== 'named' || schema !== null) return null
    const { fields } = call.args
    return `val result = supabase.postgrest.rpc(${text(pathName(call.name))}${fields.length === 0 ? '' : `, ${object(fields, '')}`})`
  }
  const from = `supabase.from(${schema === null ? '' : `${text(schema)}, `}${text(pathName(call.relation))})`
  switch (call.kind) {
    case 'select':
      return `val ${call.isCounted ? 'result' : 'rows'} = ${from}.select(${call.columns === '*' ? '' : `Columns.raw(${text(call.columns)})`})${block([
        ...(call.isCounted ? ['count(Count.EXACT)'] : []),
        ...filters(call.filters),
        ...(call.order === undefined ? [] : [`order(${text(apiName(call.order))}, Order.ASCENDING)`]),
        ...(call.limit === undefined ? [] : [`limit(${call.limit})`]),
      ])}`
    case 'insert':
      return `val rows = ${from}.insert(${call.rows.length === 1 ? object(call.rows[0]!, '') : list(call.rows)})${block(['select()'])}`
    case 'upsert':
      return `val rows = ${from}.upsert(${object(call.row, '')})${block([`onConflict = ${text(call.keys.map(apiName).join(','))}`, 'select()'])}`
    case 'update':
      return `val rows = ${from}.update(${object(call.changes, '')})${block(['select()', ...filters(call.filters)])}`
    case 'delete':
      return `${from}.delete${block(filters(call.filters))}`
  }
}

const block = (lines: readonly string[]): string => (lines.length === 0 ? '' : [' {', ...lines.map((line) => margin + line), '}'].join('\n'))

function filters(all: readonly Filter[]): readonly string[] {
  return all.length === 0 ? [] : ['filter {', ...all.map((each) => margin + filter(each)), '}']
}

const filter = ({ column, operator, value }: Filter): string =>
  operator === 'is'
    ? `exact(${text(apiName(column))}, ${value})`
    : `${operator}(${text(apiName(column))}, ${typeof value === 'string' ? text(value) : value})`

const list = (rows: readonly (readonly Field[])[]): string => ['listOf(', ...rows.map((row) => `${margin}${object(row, margin)},`), ')'].join('\n')

function object(fields: readonly Field[], indent: string): string {
  if (fields.length === 0) return 'buildJsonObject {}'
  const lines = fields.map(({ name, value }) => `${indent}${margin}put(${text(name)}, ${json(value, indent + margin)})`)
  return ['buildJsonObject {', ...lines, `${indent}}`].join('\n')
}

function json(value: Value, indent: string): string {
  if (value === null) return 'JsonNull'
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object') return String(value)
  if ('fields' in value) return object(value.fields, indent)
  return `buildJsonArray { ${value.map((item) => `add(${json(item, indent)})`).join('; ')} }`
}
