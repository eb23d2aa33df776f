export interface Condition {
  /** `set`: has a value; `not`: has none; `eq`, `ne`: equals one, or none, of the strings. */
  readonly test: 'set' | 'not' | 'eq' | 'ne'
  readonly path: readonly string[]
  readonly texts: readonly string[]
}

/** A part of a template and its position. */
export type Segment = { readonly position: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly path: readonly string[] }
  | { readonly kind: 'if'; readonly condition: Condition }
  /** The condition of `else if`; null for `else`. */
  | { readonly kind: 'else'; readonly condition: Condition | null }
  | { readonly kind: 'end' }
)

interface SyntaxProblem {
  readonly message: string
  readonly position: number
}

/** Splits a template into text and the actions between `{{` and `}}`. */
export function splitTemplate(source: string): readonly Segment[] | SyntaxProblem {
  const segments: Segment[] = []
  let position = 0
  let isTrimmed = false
  while (position < source.length) {
    const start = source.indexOf('{{', position)
    const end = start < 0 ? source.length : start
    const trimsBefore = start >= 0 && source[start + 2] === '-' && isSpace(source[start + 3])
    let text = source.slice(position, end)
    if (isTrimmed) text = text.trimStart()
    if (trimsBefore) text = text.trimEnd()
    if (text !== '') segments.push({ kind: 'text', text, position })
    if (start < 0) return segments
    const closing = findClosing(source, start + 2)
    if (closing < 0) return { message: 'This {{ has no matching }}', position: start }
    let inner = source.slice(start + (trimsBefore ? 3 : 2), closing)
    isTrimmed = inner.endsWith('-') && isSpace(inner.at(-2))
    if (isTrimmed) inner = inner.slice(0, -1)
    const segment = readAction(inner.trim(), start)
    if (segment !== null) {
      if ('message' in segment) return segment
      segments.push(segment)
    }
    position = closing + 2
  }
  return segments
}

const isSpace = (character: string | undefined): boolean => character !== undefined && ' \t\r\n'.includes(character)

/** Returns the position of the next `}}` outside of strings and comments, or -1. */
function findClosing(source: string, from: number): number {
  const comment = /^-?\s*\/\*/.exec(source.slice(from, from + 20))
  if (comment) {
    const end = source.indexOf('*/', from + comment[0].length)
    return end < 0 ? -1 : source.indexOf('}}', end)
  }
  let isQuoted = false
  for (let index = from; index < source.length; index += 1) {
    if (source[index] === '"') isQuoted = !isQuoted
    else if (source[index] === '\\' && isQuoted) index += 1
    else if (source[index] === '\n' && isQuoted) return -1
    else if (!isQuoted && source.startsWith('}}', index)) return index
  }
  return -1
}

/** Parses an action; null for a comment. */
function readAction(inner: string, position: number): Segment | SyntaxProblem | null {
  if (inner.startsWith('/*') && inner.endsWith('*/')) return null
  if (inner === '') return { message: 'There is nothing between {{ and }}', position }
  const parts = splitWords(inner)
  const [first, ...others] = parts ?? ['']
  if (first === 'end' && others.length === 0) return { kind: 'end', position }
  if (first === 'else' && others.length === 0) return { kind: 'else', condition: null, position }
  if (first === 'if' || (first === 'else' && others[0] === 'if')) {
    const condition = readCondition(first === 'if' ? others : others.slice(1))
    const message = 'Write a condition as {{ if .Name }}, {{ if not .Name }} or {{ if eq .Name "text" }}'
    return condition === null ? { message, position } : { kind: first === 'if' ? 'if' : 'else', condition, position }
  }
  const path = others.length === 0 ? readPath(first!) : null
  if (path !== null) return { kind: 'value', path, position }
  if (/^[A-Za-z_]\w*$/.test(inner)) return { message: `Put a dot before the name of a variable: {{ .${inner} }}`, position }
  const shown = inner.length > 40 ? `${inner.slice(0, 40)}…` : inner
  return { message: `{{ ${shown} }} is not supported. Use variables, such as {{ .Email }}, and {{ if }}`, position }
}

/** Splits an action into words. A quoted string is one word. null if a quote is not closed. */
function splitWords(text: string): string[] | null {
  const found: string[] = []
  let index = 0
  while (index < text.length) {
    if (isSpace(text[index])) {
      index += 1
      continue
    }
    const start = index
    if (text[index] === '"') {
      index += 1
      while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
      if (index >= text.length) return null
      index += 1
    } else while (index < text.length && !isSpace(text[index]) && text[index] !== '"') index += 1
    found.push(text.slice(start, index))
  }
  return found
}

function readCondition(parts: readonly string[]): Condition | null {
  const [first, second] = parts
  if (first === undefined) return null
  if (parts.length === 1) return conditionOf('set', readPath(first), [])
  if (first === 'not' && parts.length === 2) return conditionOf('not', readPath(second!), [])
  if ((first !== 'eq' && first !== 'ne') || parts.length < 3) return null
  const texts = parts.slice(2).map(readText)
  return texts.every((text) => text !== null) ? conditionOf(first, readPath(second!), texts) : null
}

const conditionOf = (test: Condition['test'], path: readonly string[] | null, texts: readonly string[]): Condition | null =>
  path === null ? null : { test, path, texts }

/** Splits `.Data.plan` into names. */
function readPath(word: string): readonly string[] | null {
  return /^(?:\.[A-Za-z_]\w{0,99}){1,10}$/.test(word) ? word.slice(1).split('.') : null
}

/** Reads a quoted string, a number, `true` or `false`. */
function readText(word: string): string | null {
  if (/^(?:-?\d{1,15}|true|false)$/.test(word)) return word
  return word.startsWith('"') && word.endsWith('"') && word.length > 1 ? word.slice(1, -1).replace(/\\(.)/g, '$1') : null
}
