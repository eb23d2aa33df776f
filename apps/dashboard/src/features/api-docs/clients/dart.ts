import { apiName, type Call, type Filter, pathName, type Target } from '../examples/call.ts'
import type { Client } from './client.ts'
import { type Notation, writeFields, writeRows, writeValue } from './notation.ts'

/** Single quotes, in which a dollar sign begins an expression. */
const text = (value: string): string =>
  `'${JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll(/['$]/g, String.raw`\$&`)}'`

const notation: Notation = {
  text,
  key: text,
  words: { true: 'true', false: 'false', null: 'null' },
  object: ['{', '}', '{}'],
  space: '',
  indent: '  ',
}
const margin = '    '

export const dart: Client = {
  id: 'dart',
  label: 'Dart',
  language: 'c-like',
  setUp: ({ url, anonKey }) => `import 'package:supabase_flutter/supabase_flutter.dart';

await Supabase.initialize(url: ${text(url)}, anonKey: ${text(anonKey)});
final supabase = Supabase.instance.client;`,
  write: (call, target) => {
    const steps = stepsOf(call)
    const result = call.kind === 'delete' ? '' : call.kind === 'select' && call.isCounted ? 'final response = ' : 'final data = '
    return steps && chain(target, steps, result)
  },
}

function chain({ schema }: Target, steps: readonly string[], result: string): string {
  const all = [...(schema === null ? [] : [`.schema(${text(schema)})`]), ...steps]
  return [`${result}await supabase`, ...all.map((step) => margin + step)].join('\n') + ';'
}

function stepsOf(call: Call): readonly string[] | null {
  if (call.kind === 'rpc') {
    // its parameters are a map: the body can't be anything else
    if (call.args.kind !== 'named') return null
    const { fields } = call.args
    return [`.rpc(${text(pathName(call.name))}${fields.length === 0 ? '' : `, params: ${writeFields(fields, notation, margin)}`})`]
  }
  const from = `.from(${text(pathName(call.relation))})`
  switch (call.kind) {
    case 'select':
      return [
        from,
        `.select(${call.columns === '*' ? '' : text(call.columns)})`,
        ...call.filters.map(filter),
        // without it, the order is descending
        ...(call.order === undefined ? [] : [`.order(${text(apiName(call.order))}, ascending: true)`]),
        ...(call.limit === undefined ? [] : [`.limit(${call.limit})`]),
        ...(call.isCounted ? ['.count(CountOption.exact)'] : []),
      ]
    case 'insert':
      return [
        from,
        `.insert(${call.rows.length === 1 ? writeFields(call.rows[0]!, notation, margin) : writeRows(call.rows, notation, margin)})`,
        '.select()',
      ]
    case 'upsert':
      return [from, `.upsert(${writeFields(call.row, notation, margin)}, onConflict: ${text(call.keys.map(apiName).join(','))})`, '.select()']
    case 'update':
      return [from, `.update(${writeFields(call.changes, notation, margin)})`, ...call.filters.map(filter), '.select()']
    case 'delete':
      return [from, '.delete()', ...call.filters.map(filter)]
  }
}

/** `is` is a keyword of Dart. */
const filter = ({ column, operator, value }: Filter): string =>
  `.${operator === 'is' ? 'isFilter' : operator}(${text(apiName(column))}, ${writeValue(value, notation)})`
