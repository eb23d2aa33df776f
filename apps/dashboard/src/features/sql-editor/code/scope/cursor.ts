import type { Span } from '../../../../lib/sql-text/position.ts'
import { nameOf, type Token } from '../../../../lib/sql-text/tokens.ts'
import type { Block, Clause, StatementBlocks } from './block.ts'

/** Where in a statement the cursor is, and what may be written there. Offsets are those of the statement's own text. */
export interface CursorPlace {
  /** The word that is being written, up to the cursor, and the quote after it; empty between words. */
  readonly word: Span & { readonly text: string; readonly isQuoted: boolean }
  /** The names and dots before it: `public.orders.` */
  readonly path: readonly string[]
  readonly block: Block
  readonly clause: Clause
  /** The words before it, nearest first, small letters; names in quotes are `"`, constants `'`. */
  readonly before: readonly string[]
  /** A name, constant or closing parenthesis comes before: what goes on with the statement is next, not another name. */
  readonly isAfterOperand: boolean
  /** The call that it is an argument of, and the argument's number from 0. */
  readonly call: Call | null
  /** The parentheses around it list columns, of the relation that is written into. */
  readonly list: { readonly names: readonly string[] } | null
}

export interface Call {
  readonly path: readonly string[]
  readonly at: Span
  readonly argument: number
}

const operators = /^[-+*/<>=~!@#%^&|`?:,([]|^(?:::|:=|=>)$/
/** After these a name or expression comes, though they are words. */
const expects = new Set(
  'select distinct all from join where and or not on having by set values when then else case column in like ilike similar between is limit offset returning using as into update table references any some exists only lateral with if interval only except union intersect default to owner role type returns check unique asc desc'.split(
    ' ',
  ),
)

/** Null within constants, comments and numbers, where nothing is offered. */
export function placeOf({ blocks, tokens, closing }: StatementBlocks, all: readonly Token[], offset: number): CursorPlace | null {
  const inside = all.find(({ from, to }) => from < offset && offset <= to)
  if (inside?.kind === 'comment' && (offset < inside.to || inside.isOpen === true || inside.text.startsWith('--'))) return null
  if (inside?.kind === 'string' && (offset < inside.to || inside.isOpen === true)) return null
  if (inside?.kind === 'number' || inside?.kind === 'psql') return null
  let index = tokens.findIndex(({ to }) => to >= offset)
  if (index < 0) index = tokens.length
  const own = tokens[index]
  const isInWord =
    own !== undefined && own.from < offset && (own.kind === 'word' || (own.kind === 'quoted' && (offset < own.to || own.isOpen === true)))
  const word = isInWord
    ? {
        from: own.from,
        to: own.kind === 'quoted' && offset === own.to - 1 && own.isOpen !== true ? own.to : offset,
        text: wordText(own, offset),
        isQuoted: own.kind === 'quoted',
      }
    : { from: offset, to: offset, text: '', isQuoted: false }
  // the first token that is not before the word
  let first = isInWord ? index : tokens.findIndex(({ from }) => from >= offset)
  if (first < 0) first = tokens.length
  const path: string[] = []
  while (tokens[first - 1]?.text === '.' && isName(tokens[first - 2])) {
    path.unshift(nameOf(tokens[first - 2]!))
    first -= 2
  }
  if (tokens[first - 1]?.text === '.') return null
  const block = blocks.findLast(({ from, to }) => from <= word.from && word.from <= to) ?? blocks[0]!
  const { call, list } = parenthesesAt(tokens, closing, first, block)
  const before = tokens
    .slice(Math.max(0, first - 6), first)
    .toReversed()
    .map(({ kind, text }) => (kind === 'quoted' ? '"' : kind === 'string' ? "'" : text))
  return {
    word,
    path,
    block,
    clause: block.clauses.findLast(({ at }) => at <= word.from)?.clause ?? 'start',
    before,
    isAfterOperand: path.length === 0 && isOperand(tokens[first - 1]),
    call,
    list,
  }
}

const isName = (token: Token | undefined) => token?.kind === 'word' || token?.kind === 'quoted'

function wordText(token: Token, offset: number): string {
  const text = token.text.slice(0, offset - token.from)
  return token.kind === 'quoted' ? text.replace(/^[uU]?&?"/, '').replaceAll('""', '"') : text
}

function isOperand(token: Token | undefined): boolean {
  if (token === undefined) return false
  if (token.kind === 'word') return !expects.has(token.text)
  if (token.kind === 'symbol') return !operators.test(token.text) && token.text !== ';' && token.text !== '.'
  return true
}

const listed = new Set(['into', 'using', 'conflict', 'copy', 'references', 'on', 'key'])

/** Which parentheses are open at a token, from the innermost: a call's, or a list of columns. */
function parenthesesAt(tokens: readonly Token[], closing: ReadonlyMap<number, number>, at: number, block: Block): Pick<CursorPlace, 'call' | 'list'> {
  const open = [...closing].filter(([from, to]) => from < at && to >= at).map(([from]) => from)
  const innermost = Math.max(-1, ...open)
  if (innermost < 0 || tokens[innermost]!.from < block.from) return { call: null, list: null }
  const inner = tokens.slice(innermost + 1, at)
  const before = tokens[innermost - 1]
  const path: string[] = []
  let index = innermost - 1
  while (isName(tokens[index])) {
    path.unshift(nameOf(tokens[index]!))
    if (tokens[index - 1]?.text !== '.') break
    index -= 2
  }
  // USING of a policy is an expression
  const isList =
    tokens[1]?.text !== 'policy' && (listed.has(tokens[index - (isName(tokens[index]) ? 1 : 0)]?.text ?? '') || listed.has(before?.text ?? ''))
  const isTargetList = block.target !== null && block.target.at.to <= tokens[innermost]!.from && tokens[innermost]!.from - block.target.at.to <= 40
  if (isList || (isTargetList && block.clauses.at(-1)?.clause === 'into' && block.verb === 'insert')) {
    return { call: null, list: { names: inner.filter(isName).map(nameOf) } }
  }
  if (before === undefined || !isName(before) || expects.has(before.text)) return { call: null, list: null }
  let argument = 0
  let depth = 0
  for (const { text, kind } of inner) {
    if (kind !== 'symbol') continue
    if (text === '(' || text === '[') depth += 1
    else if (text === ')' || text === ']') depth -= 1
    else if (text === ',' && depth === 0) argument += 1
  }
  return { call: { path, at: { from: tokens[index]?.from ?? before.from, to: before.to }, argument }, list: null }
}
