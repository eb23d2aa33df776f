import type { Field, Value } from '../examples/call.ts'

/** How a language writes values. */
export interface Notation {
  readonly text: (text: string) => string
  /** What stands before the value of a field. */
  readonly key: (name: string) => string
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>
  readonly object: readonly [open: string, close: string, empty: string]
  /** Between the brackets and the fields of an object on one line. */
  readonly space: '' | ' '
  readonly indent: string
}

/** Writes a value. An object of several fields has a line for each. */
export function writeValue(value: Value, notation: Notation, margin = ''): string {
  if (typeof value === 'string') return notation.text(value)
  if (typeof value === 'number') return String(value)
  if (value === null || typeof value === 'boolean') return notation.words[`${value}`]
  if ('fields' in value) return writeFields(value.fields, notation, margin)
  return `[${value.map((item) => writeValue(item, notation, margin)).join(', ')}]`
}

/** Writes an object. */
export function writeFields(fields: readonly Field[], notation: Notation, margin = ''): string {
  const [open, close, empty] = notation.object
  const inner = margin + notation.indent
  if (fields.length === 0) return empty
  if (fields.length === 1) {
    const { name, value } = fields[0]!
    return `${open}${notation.space}${notation.key(name)}: ${writeValue(value, notation, margin)}${notation.space}${close}`
  }
  const lines = fields.map(({ name, value }) => `${inner}${notation.key(name)}: ${writeValue(value, notation, inner)},`)
  return [open, ...lines, `${margin}${close}`].join('\n')
}

/** Writes a list of objects, each beginning on its own line. */
export function writeRows(rows: readonly (readonly Field[])[], notation: Notation, margin = ''): string {
  const inner = margin + notation.indent
  return ['[', ...rows.map((row) => `${inner}${writeFields(row, notation, inner)},`), `${margin}]`].join('\n')
}
