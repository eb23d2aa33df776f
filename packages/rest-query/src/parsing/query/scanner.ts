import type { Path } from '../../request.ts'
import { maxArrows, outOfRange, tooDeep } from '../refusals/limits.ts'
import { refusal, type Part, type Production } from '../refusals/refusal.ts'

export const Char = {
  tab: 0x09,
  space: 0x20,
  bang: 0x21,
  quote: 0x22,
  open: 0x28,
  close: 0x29,
  star: 0x2a,
  comma: 0x2c,
  dash: 0x2d,
  dot: 0x2e,
  colon: 0x3a,
  greater: 0x3e,
  backslash: 0x5c,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const

/** ASCII characters of a bare name: letters, digits, `_`, `$` and space. All others are allowed. */
const isWordCharacter = tableOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$ ')
/** Characters that end a bare key of a JSON path. */
const endsKey = tableOf('(-:.,>)')

type Step = Path['steps'][number]
const noSteps: readonly Step[] = []

/** Reads one parameter of a query string from left to right, and refuses invalid text in PostgREST's words. */
export class Scanner {
  readonly text: string
  readonly production: Production
  position = 0
  readonly #subject: string
  #part: Part['kind'] | null = null
  #partStart = 0

  /** Errors show the subject, which defaults to the whole text. */
  constructor(text: string, production: Production, subject = text) {
    this.text = text
    this.production = production
    this.#subject = subject
  }

  /** The code unit that many places ahead; NaN past the end. */
  code(ahead = 0): number {
    return this.text.charCodeAt(this.position + ahead)
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length
  }

  startsWith(word: string): boolean {
    return this.text.startsWith(word, this.position)
  }

  /** Steps over the character if it is next. */
  takes(code: number): boolean {
    if (this.text.charCodeAt(this.position) !== code) return false
    this.position += 1
    return true
  }

  takesWord(word: string): boolean {
    if (!this.text.startsWith(word, this.position)) return false
    this.position += word.length
    return true
  }

  expect(code: number): void {
    if (!this.takes(code)) this.fail()
  }

  skipBlanks(): void {
    let code = this.text.charCodeAt(this.position)
    while (code === Char.space || code === Char.tab) code = this.text.charCodeAt(++this.position)
  }

  /** Tolerates extra closing parentheses, as PostgREST does. It ignores other trailing text too, which is refused here. */
  expectEnd(): void {
    while (!this.isAtEnd) {
      const code = this.code()
      if (code !== Char.close && code !== Char.space && code !== Char.tab) this.fail()
      this.position += 1
    }
  }

  /** Notes that the text before is valid, and which part starts there. */
  begin(part: Part['kind'], start = this.position): void {
    this.#part = part
    this.#partStart = start
  }

  fail(): never {
    const part = this.#part === null ? null : { kind: this.#part, start: this.#partStart }
    throw refusal(this.production, this.text, this.#subject, part)
  }

  /** A quoted name, or words with dashes between them. */
  name(): string {
    if (this.code() === Char.quote) return this.quoted() ?? this.fail()
    const { text } = this
    const start = this.position
    let hasBlanks = false
    for (;;) {
      const from = this.position
      this.#skipWord()
      if (this.position === from) this.fail()
      hasBlanks ||= text.charCodeAt(from) === Char.space || text.charCodeAt(this.position - 1) === Char.space
      if (!this.#isAtDash()) break
      this.position += 1
    }
    const name = text.slice(start, this.position)
    return hasBlanks ? trimPieces(name) : name
  }

  /** A word, such as a type of a cast or the language of a search; null if none is next. */
  word(): string | null {
    const start = this.position
    this.#skipWord()
    return this.position === start ? null : this.text.slice(start, this.position).trim()
  }

  /** What stands in double quotes, where a backslash keeps the next character; null, without a step, if no quote ends it. */
  quoted(): string | null {
    const { text } = this
    const start = this.position + 1
    let end = text.indexOf('"', start)
    if (end === -1) return null
    const plain = text.slice(start, end)
    if (!plain.includes('\\')) {
      this.position = end + 1
      return plain
    }
    let value = ''
    let from = start
    for (end = start; end < text.length; end += 1) {
      const code = text.charCodeAt(end)
      if (code === Char.quote) {
        this.position = end + 1
        return value + text.slice(from, end)
      }
      if (code === Char.backslash) {
        value += text.slice(from, end)
        end += 1
        from = end
      }
    }
    return null
  }

  /** A column and what is taken out of its JSON. */
  path(): Path {
    const column = this.name()
    return { column, steps: this.steps() }
  }

  steps(): readonly Step[] {
    if (this.code() !== Char.dash || this.code(1) !== Char.greater) return noSteps
    const steps: Step[] = []
    while (this.takesWord('->')) {
      const arrow = this.takes(Char.greater) ? '->>' : '->'
      steps.push({ arrow, key: this.#index() ?? this.#key() })
      if (steps.length > maxArrows) throw tooDeep('JSON')
    }
    return steps
  }

  /** Digits are an index only before another arrow, a cast, a dot, a comma or the end. */
  #index(): number | null {
    const { text, position } = this
    let end = position
    if (text.charCodeAt(end) === Char.dash) end += 1
    const digits = end
    while (isDigit(text.charCodeAt(end))) end += 1
    if (end === digits) return null
    const next = text.charCodeAt(end)
    const isIndex = end === text.length || next === Char.comma || next === Char.dot || text.startsWith('->', end) || text.startsWith('::', end)
    if (!isIndex) return null
    this.position = end
    const index = Number(text.slice(position, end))
    if (index > 2_147_483_647 || index < -2_147_483_648) throw outOfRange(text.slice(position, end), 'integer')
    return index === 0 ? 0 : index
  }

  #key(): string {
    if (this.code() === Char.quote) return this.quoted() ?? this.fail()
    const { text } = this
    const start = this.position
    for (;;) {
      const from = this.position
      while (this.position < text.length && !isIn(endsKey, text.charCodeAt(this.position))) this.position += 1
      if (this.position === from) this.fail()
      if (!this.#isAtDash()) break
      this.position += 1
    }
    return trimPieces(text.slice(start, this.position))
  }

  #skipWord(): void {
    const { text } = this
    let { position } = this
    for (;;) {
      const code = text.charCodeAt(position)
      if (!(code < 128 ? isWordCharacter[code] === 1 : code >= 128)) break
      position += 1
    }
    this.position = position
  }

  /** Whether a dash is next that belongs to a name, and not to an arrow. */
  #isAtDash(): boolean {
    return this.code() === Char.dash && this.code(1) !== Char.greater
  }
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function trimPieces(name: string): string {
  return name.includes('-')
    ? name
        .split('-')
        .map((piece) => piece.trim())
        .join('-')
    : name.trim()
}

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128)
  for (let at = 0; at < characters.length; at += 1) table[characters.charCodeAt(at)] = 1
  return table
}

function isIn(table: Uint8Array, code: number): boolean {
  return code < 128 && table[code] === 1
}
