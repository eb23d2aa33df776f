/**
 * The words of a text, read as Postgres's scanner reads them (documentation, 4.1), but any text is borne: what never ends goes on to the
 * end. For looking at a text while it is written, where the grammar itself would refuse it.
 */
export interface Token {
  /**
   * `word`: a name or keyword without quotes. `quoted`: a name in quotes. `string`: a constant in quotes or between dollar signs. `psql`: a
   * command of psql's, to the end of its line; only read where a statement begins.
   */
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'symbol' | 'comment' | 'psql'
  /** In UTF-16 units. */
  readonly from: number
  readonly to: number
  /** As written; words in small letters. */
  readonly text: string
  /** A quote or comment that never ends. */
  readonly isOpen?: true
}

const space = /\s+/uy
const word = /[A-Za-z_\u0080-\u{10FFFF}][\w$\u0080-\u{10FFFF}]*/uy
const number = /0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*(?:\.(?!\.)[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y
const plainString = /(?:[bBxXnN]|[uU]&)?'(?:[^']+|'')*('?)/y
const escapeString = /[eE]'(?:[^'\\]+|''|\\[^])*('?)/y
const quotedName = /(?:[uU]&)?"(?:[^"]+|"")*("?)/y
const dollarTag = /\$(?:[A-Za-z_\u0080-\u{10FFFF}][\w\u0080-\u{10FFFF}]*)?\$/uy
const parameter = /\$\d+/y
const lineComment = /--[^\n]*/y
const operator = /::|:=|\.\.|=>|(?:(?!--|\/\*)[-+*/<>=~!@#%^&|`?])+|[^]/uy
const psqlLine = /\\[^\n]*/y

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** The token at or after an offset; null when only space is left. `isStart`: a statement begins here, so a backslash begins a command of psql's. */
export function readToken(text: string, offset: number, isStart = false): Token | null {
  const from = offset + (match(space, text, offset)?.[0].length ?? 0)
  if (from >= text.length) return null
  const token = (kind: Token['kind'], length: number, isEnded = true): Token => {
    const to = from + length
    const own = text.slice(from, to)
    return { kind, from, to, text: kind === 'word' ? own.toLowerCase() : own, ...(!isEnded && { isOpen: true as const }) }
  }
  const character = text[from]!
  const next = text[from + 1]
  if (character === '-' && next === '-') return token('comment', match(lineComment, text, from)![0].length)
  if (character === '/' && next === '*') {
    const end = endOfComment(text, from)
    return token('comment', (end ?? text.length) - from, end !== null)
  }
  if (isStart && character === '\\') return token('psql', match(psqlLine, text, from)![0].trimEnd().length)
  const constant = match(escapeString, text, from) ?? match(plainString, text, from)
  // a closing quote that the pattern took for the first of two is none
  if (constant) return token('string', constant[0].length, constant[1] !== '')
  const quoted = match(quotedName, text, from)
  if (quoted) return token('quoted', quoted[0].length, quoted[1] !== '')
  const name = match(word, text, from)
  if (name) return token('word', name[0].length)
  if (character === '$') {
    const tag = match(dollarTag, text, from)?.[0]
    if (tag !== undefined) {
      const end = text.indexOf(tag, from + tag.length)
      return token('string', (end < 0 ? text.length : end + tag.length) - from, end >= 0)
    }
    const place = match(parameter, text, from)
    if (place) return token('symbol', place[0].length)
  }
  const digits = match(number, text, from)
  if (digits) return token('number', digits[0].length)
  return token('symbol', match(operator, text, from)![0].length)
}

/** Comments nest. */
function endOfComment(text: string, from: number): number | null {
  const mark = /\/\*|\*\//g
  let depth = 0
  for (let found = match(mark, text, from); found; found = mark.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return found.index + 2
  }
  return null
}

/** All tokens of one statement, comments too. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let token = readToken(text, 0, true)
  while (token !== null) {
    tokens.push(token)
    token = readToken(text, token.to, token.kind === 'comment' && tokens.every(({ kind }) => kind === 'comment'))
  }
  return tokens
}

/** A name as Postgres keeps it: folded to small letters unless in quotes. */
export function nameOf({ kind, text }: Token): string {
  if (kind !== 'quoted') return text.toLowerCase()
  const start = text.indexOf('"') + 1
  const end = text.length > start && text.endsWith('"') ? text.length - 1 : text.length
  return text.slice(start, end).replaceAll('""', '"')
}
