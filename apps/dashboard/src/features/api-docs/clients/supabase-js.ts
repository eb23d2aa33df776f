import { apiName, type Arguments, type Call, type Filter, pathName, type Target } from '../examples/call.ts'
import type { Client } from './client.ts'
import { type Notation, writeFields, writeRows, writeValue } from './notation.ts'

const text = (value: string): string =>
  `'${JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

const script: Notation = {
  text,
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name)),
  words: { true: 'true', false: 'false', null: 'null' },
  object: ['{', '}', '{}'],
  space: ' ',
  indent: '  ',
}

export const supabaseJs: Client = {
  id: 'supabase-js',
  label: 'supabase-js',
  language: 'c-like',
  setUp: ({ url, anonKey }) => `import { createClient } from '@supabase/supabase-js'

const supabase = createClient(${text(url)}, ${text(anonKey)})`,
  write: (call, target) => {
    const steps = stepsOf(call)
    return steps && chain(target, steps, call.kind === 'select' && call.isCounted === true)
  },
}

function chain({ schema }: Target, steps: readonly string[], isCounted: boolean): string {
  const start = `const { data, ${isCounted ? 'count, ' : ''}error } = await supabase`
  const all = [...(schema === null ? [] : [`.schema(${text(schema)})`]), ...steps]
  if (all.length === 1) return start + all[0]!
  return [start, ...all.map((step) => `  ${step.replaceAll('\n', '\n  ')}`)].join('\n')
}

function stepsOf(call: Call): readonly string[] | null {
  if (call.kind === 'rpc') return rpcSteps(call.name, call.args)
  const from = `.from(${text(pathName(call.relation))})`
  switch (call.kind) {
    case 'select':
      return [
        from,
        `.select(${selectArguments(call)})`,
        ...call.filters.map(filter),
        ...(call.order === undefined ? [] : [`.order(${text(apiName(call.order))})`]),
        ...(call.limit === undefined ? [] : [`.limit(${call.limit})`]),
      ]
    case 'insert':
      return [from, `.insert(${call.rows.length === 1 ? writeFields(call.rows[0]!, script) : writeRows(call.rows, script)})`, '.select()']
    case 'upsert':
      return [from, `.upsert(${writeFields(call.row, script)}, { onConflict: ${text(call.keys.map(apiName).join(','))} })`, '.select()']
    case 'update':
      return [from, `.update(${writeFields(call.changes, script)})`, ...call.filters.map(filter), '.select()']
    case 'delete':
      return [from, '.delete()', ...call.filters.map(filter)]
  }
}

function selectArguments({ columns, isCounted }: Extract<Call, { kind: 'select' }>): string {
  if (isCounted) return `${text(columns)}, { count: 'exact' }`
  return columns === '*' ? '' : text(columns)
}

const filter = ({ column, operator, value }: Filter): string => `.${operator}(${text(apiName(column))}, ${writeValue(value, script)})`

function rpcSteps(name: string, args: Arguments): readonly string[] | null {
  if (args.kind === 'text') return null
  const given = args.kind === 'json' ? `, ${writeValue(args.value, script)}` : args.fields.length === 0 ? '' : `, ${writeFields(args.fields, script)}`
  return [`.rpc(${text(pathName(name))}${given})`]
}
