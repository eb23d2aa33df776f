import { apiName, type Call, type Filter, type Target } from '../examples/call.ts'
import type { Client } from './client.ts'
import { type Notation, writeFields, writeRows, writeValue } from './notation.ts'

const text = (value: string): string => JSON.stringify(value)

const notation: Notation = {
  text,
  key: text,
  words: { true: 'True', false: 'False', null: 'None' },
  object: ['{', '}', '{}'],
  space: '',
  indent: '    ',
}
const margin = '    '

export const python: Client = {
  id: 'python',
  label: 'Python',
  language: 'hash',
  setUp: ({ url, anonKey }) => `from supabase import create_client

supabase = create_client(${text(url)}, ${text(anonKey)})`,
  write: (call, target) => {
    const steps = stepsOf(call)
    return steps && chain(target, steps)
  },
}

function chain({ schema }: Target, steps: readonly string[]): string {
  const all = [...(schema === null ? [] : [`.schema(${text(schema)})`]), ...steps, '.execute()']
  return ['response = (', `${margin}supabase`, ...all.map((step) => margin + step), ')'].join('\n')
}

/** The client encodes names in paths itself. */
function stepsOf(call: Call): readonly string[] | null {
  if (call.kind === 'rpc') {
    if (call.args.kind === 'text') return null
    const value = call.args.kind === 'json' ? call.args.value : { fields: call.args.fields }
    return [`.rpc(${text(call.name)}, ${writeValue(value, notation, margin)})`]
  }
  const from = `.table(${text(call.relation)})`
  switch (call.kind) {
    case 'select':
      return [
        from,
        `.select(${text(call.columns)}${call.isCounted ? ', count="exact"' : ''})`,
        ...call.filters.map(filter),
        ...(call.order === undefined ? [] : [`.order(${text(apiName(call.order))})`]),
        ...(call.limit === undefined ? [] : [`.limit(${call.limit})`]),
      ]
    case 'insert':
      return [from, `.insert(${call.rows.length === 1 ? writeFields(call.rows[0]!, notation, margin) : writeRows(call.rows, notation, margin)})`]
    case 'upsert':
      return [from, `.upsert(${writeFields(call.row, notation, margin)}, on_conflict=${text(call.keys.map(apiName).join(','))})`]
    case 'update':
      return [from, `.update(${writeFields(call.changes, notation, margin)})`, ...call.filters.map(filter)]
    case 'delete':
      return [from, '.delete()', ...call.filters.map(filter)]
  }
}

/** `is` is a keyword of Python. */
const filter = ({ column, operator, value }: Filter): string =>
  operator === 'is'
    ? `.is_(${text(apiName(column))}, ${text(String(value))})`
    : `.${operator}(${text(apiName(column))}, ${writeValue(value, notation)})`
