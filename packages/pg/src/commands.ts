import { AppError } from '@colonnade/core'

/** One command of a text, without the semicolon that ends it. */
export interface Command {
  readonly text: string
  /** Where it begins in its text, in characters (code points), as Postgres counts the positions of errors. */
  readonly offset: number
  /** Its first words, in lower case: names and keywords before anything else, three at most. */
  readonly words: readonly string[]
}

/** Most statements that are split from one SQL text. Each is stored and sent separately. */
export const commandsMost = 10_000

/** Cuts a text apart as `splitCommands` does, wherever that is done: a long text takes seconds. @throws AppError `too_complex` */
export type SplitText = (text: string) => Promise<readonly Command[]>

/** Postgres's own white space (src/backend/parser/scan.l). */
const space = /[ \t\n\r\f\v]+/y
const lineEnd = /[\r\n]/g
const word = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y
const wordsKept = 3

/**
 * Splits a text at its semicolons: not those in quotes, comments, parentheses and bodies of standard SQL (Postgres documentation, 4.1 and
 * CREATE FUNCTION, sql_body). What is empty but for comments is left out. For texts with the usual `standard_conforming_strings`.
 *
 * @throws AppError `too_complex` at the first statement beyond `most`
 */
export function splitCommands(text: string, most = Number.POSITIVE_INFINITY): Command[] {
  const commands: Command[] = []
  let start = 0
  let characters = 0
  let counted = 0
  let depth = 0
  let bodies = 0
  let hasTokens = false
  let isHead = true
  let words: string[] = []
  let previous = ''
  const close = (end: number): void => {
    if (hasTokens) {
      if (commands.length >= most) throw tooMany(most)
      characters += lengthInCharacters(text, counted, start)
      counted = start
      commands.push({ text: text.slice(start, end), offset: characters, words })
    }
    start = end + 1
    hasTokens = false
    isHead = true
    words = []
    previous = ''
    depth = 0
    bodies = 0
  }
  for (let at = 0; at < text.length;) {
    const skipped = endOfGap(text, at)
    if (skipped > at) {
      at = skipped
      continue
    }
    if (text[at] === ';' && depth === 0 && bodies === 0) {
      close(at)
      at += 1
      continue
    }
    hasTokens = true
    const found = match(word, text, at)
    if (found === null || isQuoted(text, at, found)) {
      if (text[at] === '(') depth += 1
      if (text[at] === ')') depth = Math.max(0, depth - 1)
      isHead = false
      previous = ''
      at = endOfToken(text, at, found)
      continue
    }
    const lower = found.toLowerCase()
    if (isHead && words.length < wordsKept) words.push(lower)
    if (lower === 'atomic' && previous === 'begin') bodies = 1
    else if (lower === 'case' && bodies > 0) bodies += 1
    else if (lower === 'end' && bodies > 0) bodies -= 1
    previous = lower
    at += found.length
  }
  close(text.length)
  return commands
}

function tooMany(most: number): AppError {
  const message = `The SQL has more than ${most} statements. Send fewer at once, or run it with psql`
  return new AppError('too_complex', { statements: most }, { message })
}

/** After the space or comment at a place; the place itself when there is none. */
function endOfGap(text: string, at: number): number {
  const spaces = match(space, text, at)
  if (spaces !== null) return at + spaces.length
  if (text.startsWith('--', at)) {
    lineEnd.lastIndex = at
    return lineEnd.exec(text)?.index ?? text.length
  }
  if (!text.startsWith('/*', at)) return at
  // comments nest
  let open = 0
  for (let index = at; index < text.length;) {
    if (text.startsWith('/*', index)) open += 1
    else if (text.startsWith('*/', index)) open -= 1
    else {
      index += 1
      continue
    }
    index += 2
    if (open === 0) return index
  }
  return text.length
}

/** A letter that belongs to a string: E'…', B'…', X'…', N'…', U&'…'. */
function isQuoted(text: string, at: number, found: string): boolean {
  if (found.length !== 1) return false
  return text[at + 1] === `'` ? /[ebxn]/i.test(found) : /u/i.test(found) && text[at + 1] === '&' && /['"]/.test(text[at + 2] ?? '')
}

function endOfToken(text: string, at: number, letter: string | null): number {
  const open = letter === null ? at : text[at + 1] === `'` ? at + 1 : at + 2
  const quote = text[open]
  if (quote === `'` || quote === '"') return endOfQuote(text, open, quote, /e/i.test(letter ?? ''))
  const tag = match(dollarTag, text, at)
  if (tag === null) return at + 1
  const end = text.indexOf(tag, at + tag.length)
  return end === -1 ? text.length : end + tag.length
}

function endOfQuote(text: string, open: number, quote: string, hasEscapes: boolean): number {
  for (let at = open + 1; at < text.length; at += 1) {
    if (hasEscapes && text[at] === '\\') at += 1
    // a doubled quote ends one string and begins the next, which comes to the same
    else if (text[at] === quote) {
      if (text[at + 1] !== quote) return at + 1
      at += 1
    }
  }
  return text.length
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

function lengthInCharacters(text: string, from: number, to: number): number {
  let length = to - from
  for (let at = from; at < to; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xd800) length -= 1
  return length
}
