import { readToken, type Token } from './tokens.ts'

/** The place of a statement in its text, in UTF-16 units. */
export interface StatementRange {
  /** Of its first word: comments before it are not part of it. */
  readonly from: number
  /** Of the end of its last word, or comment; without the semicolon. */
  readonly to: number
  /** Where the next one may begin: after the semicolon, the line of a command of psql's, or the rows that follow a COPY. */
  readonly end: number
  readonly kind: 'sql' | 'psql' | 'copy'
}

/** A text that is read in parts: `read(from, to)`. */
export interface TextSource {
  readonly length: number
  read(from: number, to: number): string
}

/** UTF-16 units that are read at once: a change reads as many, where it is. */
const firstWindow = 8_192

/** Reads statements from an offset at a statement's start, until `isEnough` returns true for one. Also splits invalid SQL at its semicolons. */
export function readStatements(source: TextSource, start: number, isEnough: (range: StatementRange) => boolean): StatementRange[] {
  const ranges: StatementRange[] = []
  let from = start
  let size = firstWindow
  while (from < source.length) {
    const to = Math.min(source.length, from + size)
    const text = source.read(from, to)
    let offset = 0
    for (;;) {
      const found = readStatement(text, offset)
      // what reaches to the end of the window may go on beyond it
      if (found === null || (found.end >= text.length && to < source.length)) break
      const range = { from: found.from + from, to: found.to + from, end: found.end + from, kind: found.kind }
      ranges.push(range)
      if (isEnough(range)) return ranges
      offset = found.end
    }
    if (to === source.length) break
    size = offset === 0 ? size * 4 : firstWindow
    from += offset
  }
  return ranges
}

/** All statements of a text. */
export function statementRanges(text: string): StatementRange[] {
  return readStatements({ length: text.length, read: (from, to) => text.slice(from, to) }, 0, () => false)
}

/** The statement from an offset on; null when only space and comments are left. */
function readStatement(text: string, offset: number): StatementRange | null {
  const first = firstToken(text, offset)
  if (first === null) return null
  const { from } = first
  if (first.kind === 'psql') return { from, to: first.to, end: endOfLine(text, first.to), kind: 'psql' }
  const shape = new StatementShape()
  let to = from
  for (let token: Token | null = first; token !== null; token = readToken(text, token.to)) {
    if (token.kind === 'comment') continue
    if (token.text === ';' && !shape.isInBody) {
      // the semicolon of nothing
      if (to === from) return readStatement(text, token.to)
      const end = shape.isCopyFromStdin ? endOfCopiedRows(text, token.to) : token.to
      return { from, to, end, kind: shape.isCopyFromStdin ? 'copy' : 'sql' }
    }
    shape.add(token)
    ;({ to } = token)
  }
  return { from, to, end: text.length, kind: shape.isCopyFromStdin ? 'copy' : 'sql' }
}

function firstToken(text: string, offset: number): Token | null {
  let token = readToken(text, offset, true)
  while (token?.kind === 'comment') token = readToken(text, token.to, true)
  return token
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end + 1
}

/** What pg_dump writes: rows after the COPY, to a line with a backslash and a dot. */
function endOfCopiedRows(text: string, from: number): number {
  const mark = /^\\\.[ \t\r]*(?:\n|$)/gm
  mark.lastIndex = from
  const found = mark.exec(text)
  return found ? found.index + found[0].length : from
}

/** What of a statement decides where it ends. */
class StatementShape {
  readonly #first: string[] = []
  #previous = ''
  #bodies = 0
  #depth = 0
  isCopyFromStdin = false

  /** The actions of a rule stand in parentheses, the body of a function in standard SQL between BEGIN ATOMIC and END (documentation, CREATE RULE and CREATE FUNCTION). */
  get isInBody(): boolean {
    return this.#bodies > 0 || (this.#depth > 0 && this.#first[0] === 'create' && this.#first.includes('rule'))
  }

  add({ kind, text }: Token): void {
    if (this.#first.length < 4) this.#first.push(text)
    if (text === '(') this.#depth += 1
    else if (text === ')') this.#depth = Math.max(0, this.#depth - 1)
    else if (kind === 'word') {
      if (text === 'atomic' && this.#previous === 'begin') this.#bodies = 1
      else if (text === 'case' && this.#bodies > 0) this.#bodies += 1
      else if (text === 'end' && this.#bodies > 0) this.#bodies -= 1
      else if (text === 'stdin' && this.#previous === 'from' && this.#first[0] === 'copy') this.isCopyFromStdin = true
    }
    this.#previous = text
  }
}

/** Statements in the order of their text. */
export interface OrderedStatements {
  readonly length: number
  /** Undefined behind the last one. */
  at(index: number): StatementRange | undefined
}

/** The index of the first statement that ends at or behind an offset. */
export function indexAt(ranges: OrderedStatements, offset: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges.at(middle)!.end < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** The statement at an offset; between two, the one before it on the same line, else the next, else the last. */
export function statementAt(ranges: OrderedStatements, offset: number, read: (from: number, to: number) => string): StatementRange | null {
  const index = indexAt(ranges, offset)
  const found = ranges.at(index)
  const before = index === 0 ? undefined : ranges.at(index - 1)
  if (found === undefined) return before ?? null
  if (offset >= found.from) {
    const after = ranges.at(index + 1)
    // at the very end of one, the next may begin there too
    return offset === found.end && after?.from === offset ? after : found
  }
  return before !== undefined && !read(before.end, offset).includes('\n') ? before : found
}
