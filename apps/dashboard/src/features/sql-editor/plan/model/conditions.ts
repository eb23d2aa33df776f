import { unquoted } from './node-label.ts'

/** What a condition asks of one column, or of an expression of it. */
export interface ColumnTest {
  /** As an index would name it: `status`, `"odd name"`, `(lower(email))`. */
  readonly indexed: string
  /** The column's name; null for an expression. */
  readonly column: string | null
  readonly kind: 'equal' | 'range' | 'prefix' | 'contains'
}

const name = /(?:"(?:[^"]|"")*"|[a-z_][\w$]*)/i.source
const column = `(?:(?<of>${name})\\.)?(?<column>${name})`
const cast = `(?:\\)?::[\\w ."\\[\\]]+(?:\\(\\d+(?:,\\d+)?\\))?)*`
const operators = '<=|>=|<>|!=|=|<|>|~~\\*|!~~|~~|~\\*|~|@>|&&'
const simple = new RegExp(`^\\(?${column}\\)?${cast} (?<operator>${operators}) (?<rest>.+)$`, 's')
const called = new RegExp(`^(?<expression>(?:lower|upper|date_trunc|btrim|length)\\(.+?\\)) (?<operator>${operators}) (?<rest>.+)$`, 's')
const isNull = new RegExp(`^${column} IS (?:NOT )?NULL$`)
const flag = new RegExp(`^(?<not>NOT )?${column}$`)

/**
 * The tests of a condition's parts that are joined by AND, as Postgres prints it: `((status = 'open'::text) AND (o.total > '5'::numeric))`. Parts that an
 * index helps nothing with are left out. `aliases` are the names of the relation whose columns are meant.
 */
export function columnTests(condition: string, aliases: readonly (string | null)[]): readonly ColumnTest[] {
  return conjuncts(condition).flatMap((part) => testOf(part, aliases) ?? [])
}

/** The parts of a condition that must all hold, without the parentheses around them. */
export function conjuncts(condition: string): string[] {
  const inner = stripped(condition)
  const parts = splitAt(inner, ' AND ')
  return parts.length === 1 ? [inner] : parts.flatMap(conjuncts)
}

function testOf(part: string, aliases: readonly (string | null)[]): ColumnTest | null {
  if (splitAt(part, ' OR ').length > 1) return null
  const isOwn = (of: string | undefined): boolean => of === undefined || aliases.includes(unquoted(of))
  const found = simple.exec(part)
  if (found?.groups && isOwn(found.groups['of'])) {
    const kind = kindOf(found.groups['operator']!, found.groups['rest']!)
    const own = found.groups['column']!
    return kind === null || isKeyword(own) ? null : { indexed: own, column: unquoted(own), kind }
  }
  const expression = called.exec(part)
  if (expression?.groups) {
    const kind = kindOf(expression.groups['operator']!, expression.groups['rest']!)
    const written = expression.groups['expression']!.replaceAll(
      new RegExp(`\\b(?:${aliases.filter((alias) => alias !== null).join('|') || '$.'})\\.`, 'g'),
      '',
    )
    return kind === null ? null : { indexed: `(${written})`, column: null, kind }
  }
  const nulls = isNull.exec(part)
  if (nulls?.groups && isOwn(nulls.groups['of']))
    return { indexed: nulls.groups['column']!, column: unquoted(nulls.groups['column']!), kind: 'equal' }
  const flagged = flag.exec(part)
  if (flagged?.groups && isOwn(flagged.groups['of']) && !isKeyword(flagged.groups['column']!)) {
    return { indexed: flagged.groups['column']!, column: unquoted(flagged.groups['column']!), kind: 'equal' }
  }
  return null
}

const isKeyword = (word: string): boolean => /^(?:true|false|null|not)$/i.test(word)

function kindOf(operator: string, rest: string): ColumnTest['kind'] | null {
  switch (operator) {
    case '=':
      return 'equal'
    case '<':
    case '<=':
    case '>':
    case '>=':
      return 'range'
    case '~~':
      return /^'[^%_'\\]+[^']*'/.test(rest) ? 'prefix' : 'contains'
    case '~~*':
    case '~':
    case '~*':
      return 'contains'
    default:
      return null
  }
}

function stripped(text: string): string {
  let inner = text.trim()
  while (inner.startsWith('(') && closes(inner) === inner.length - 1) inner = inner.slice(1, -1).trim()
  return inner
}

/** Where the parenthesis that begins a text is closed. */
function closes(text: string): number {
  let depth = 0
  for (const [at, character, isQuoted] of outsideQuotes(text)) {
    if (isQuoted) continue
    if (character === '(') depth += 1
    if (character === ')' && (depth -= 1) === 0) return at
  }
  return -1
}

function splitAt(text: string, separator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const [at, character, isQuoted] of outsideQuotes(text)) {
    if (isQuoted) continue
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth === 0 && at >= from && text.startsWith(separator, at)) {
      parts.push(text.slice(from, at))
      from = at + separator.length
    }
  }
  return [...parts, text.slice(from)]
}

function* outsideQuotes(text: string): Generator<readonly [at: number, character: string, isQuoted: boolean]> {
  let quote: string | null = null
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    const isQuoted = quote !== null
    if (quote === null && (character === "'" || character === '"')) quote = character
    else if (character === quote) quote = null
    yield [at, character, isQuoted]
  }
}
