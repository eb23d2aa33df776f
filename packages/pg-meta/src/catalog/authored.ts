import { type Fragment, sql, userAuthored } from '@colonnade/sql'

/** A token of SQL, as Postgres cuts it (its documentation, 4.1); spaces and comments are none. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'symbol'
  readonly text: string
  readonly start: number
  /** How many parentheses and brackets are open around it. */
  readonly depth: number
}

const shapes =
  /(?<space>[ \t\n\r\f\v]+|--[^\n\r]*)|(?<comment>\/\*)|(?<text>[eE]'[^'\\]*(?:(?:\\.|'')[^'\\]*)*'|'[^']*(?:''[^']*)*')|(?<name>"[^"]*(?:""[^"]*)*")|(?<dollar>\$(?:[A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)?\$)|(?<word>(?![eE]')[A-Za-z_\u{80}-\u{10ffff}][\w$\u{80}-\u{10ffff}]*|\d+)|(?<symbol>.)/suy

/**
 * The tokens of SQL that a person wrote.
 *
 * @throws Error when a string, a name, a comment or a parenthesis in it is not closed: it would swallow, or end, what is around it
 */
export function tokensOf(authored: string): Token[] {
  if (authored.includes('\0')) throw new Error('SQL text cannot contain a NUL character')
  const tokens: Token[] = []
  const open: string[] = []
  for (let start = 0; start < authored.length;) {
    shapes.lastIndex = start
    const groups = shapes.exec(authored)!.groups!
    let end = shapes.lastIndex
    if (groups['comment'] !== undefined) end = commentEnd(authored, start)
    if (groups['dollar'] !== undefined) end = dollarEnd(authored, start, groups['dollar'])
    const text = authored.slice(start, end)
    const kind = kinds.find((candidate) => groups[candidate] !== undefined) ?? (groups['dollar'] === undefined ? undefined : 'text')
    if (kind === 'symbol') {
      // an opening quote, or the E before one
      if (/['"eE]/.test(text)) throw notClosed(authored, start)
      if (text in closing && closing[text] !== open.pop()) throw notClosed(authored, start)
    }
    if (kind !== undefined) tokens.push({ kind, text, start, depth: open.length })
    if (kind === 'symbol' && openings.has(text)) open.push(text)
    start = end
  }
  if (open.length > 0) throw notClosed(authored, authored.length)
  return tokens
}

/**
 * An expression that a person wrote, to stand between parentheses, which it can't leave: on lines of its own when it may end in a comment.
 *
 * @throws Error when it is empty, is more than an expression, or something in it is not closed
 */
export function authoredExpression(expression: string): Fragment {
  checkOne('expression', expression)
  if (!/--|[\n\r]/.test(expression)) return userAuthored('expression', expression)
  return sql`\n${userAuthored('expression', expression)}\n`
}

/** A type, or an argument with its type, that a person wrote. @throws Error as `authoredExpression` */
export function authoredType(type: string): Fragment {
  const tokens = checkOne('type', type)
  // a comment at its end would take along what follows
  return type.trimEnd().endsWith(tokens.at(-1)!.text) && !type.includes('--') ? userAuthored('type', type) : sql`${userAuthored('type', type)}\n`
}

/** A query that a person wrote, on lines of its own, without the semicolon at its end. @throws Error as `authoredExpression` */
export function authoredQuery(query: string): Fragment {
  const last = tokensOf(query).at(-1)
  const single = last?.text === ';' ? query.slice(0, last.start) : query
  checkOne('query', single)
  return sql`\n${userAuthored('statement', single)}\n`
}

function checkOne(what: string, authored: string): Token[] {
  const tokens = tokensOf(authored)
  if (tokens.length === 0) throw new Error(`The ${what} is empty`)
  if (tokens.some(({ kind, text }) => kind === 'symbol' && text === ';')) throw new Error(`The ${what} contains a semicolon: ${authored}`)
  return tokens
}

const kinds = ['word', 'name', 'text', 'symbol'] as const
const openings: ReadonlySet<string> = new Set(['(', '['])
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

/** Comments are nested. */
function commentEnd(authored: string, start: number): number {
  const marks = /\/\*|\*\//g
  marks.lastIndex = start
  for (let depth = 0; ;) {
    const mark = marks.exec(authored)
    if (mark === null) throw notClosed(authored, start)
    depth += mark[0] === '/*' ? 1 : -1
    if (depth === 0) return marks.lastIndex
  }
}

function dollarEnd(authored: string, start: number, tag: string): number {
  const end = authored.indexOf(tag, start + tag.length)
  if (end < 0) throw notClosed(authored, start)
  return end + tag.length
}

function notClosed(authored: string, position: number): Error {
  return new Error(`Unbalanced quotes or brackets at character ${position + 1} of: ${authored}`)
}
