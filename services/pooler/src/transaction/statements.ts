import { scannedTextMax } from '../limits.ts'

/** What a text does to the connection that runs it, beyond its transaction. */
export type Effect =
  /** One SET for the whole session, which can be said again on another connection. */
  | { readonly kind: 'setting'; readonly name: string; readonly text: string }
  /** One setting back to how sessions begin. */
  | { readonly kind: 'unset'; readonly name: string }
  /** All of it back to how sessions begin. */
  | { readonly kind: 'reset' }
  /** Something that stays on the connection and can't be taken along: things that clients count on, as far as the text names them. */
  | { readonly kind: 'leaves'; readonly things: readonly Left[]; readonly deallocates?: true }

/** What a session keeps for its client until it ends, and a connection that clients share does not. */
export type Left = 'temporary table' | 'advisory lock' | 'cursor' | 'setting'

const leaves = (things: readonly Left[] = []): Effect => ({ kind: 'leaves', things })
const deallocating: Effect = { kind: 'leaves', things: [], deallocates: true }

/** Commands that leave something, whatever follows. */
const leavingCommands = new Set(['reset', 'discard', 'deallocate', 'prepare', 'listen', 'unlisten', 'load', 'do', 'call'])
const lockFunctions = new Set(['pg_advisory_lock', 'pg_advisory_lock_shared', 'pg_try_advisory_lock', 'pg_try_advisory_lock_shared'])
/** What TEMP stands behind when it makes a table. */
const beforeTemp = new Set(['create', 'replace', 'local', 'global', 'into'])

/** Stands in every text that does something: most texts have none of it, and need no reading. */
const tell = new RegExp([...leavingCommands, 'set', 'advisory_lock', 'temp', 'hold'].join('|'), 'i')

/**
 * Null for nothing. As far as the text (Latin-1) tells: what functions set without LOCAL is not seen. Too much is harmless, and costs a DISCARD ALL. In one
 * pass from left to right, since anybody may send anything.
 */
export function effectOf(text: string): Effect | null {
  if (text.length > scannedTextMax) return leaves()
  if (!tell.test(text)) return null
  const scan = new Scan(text)
  const statements: string[][] = [[]]
  const left = new Set<Left>()
  let isSetByCall = false
  let isTemporary = false
  let before = ''
  let beforeThat = ''
  /** Depths of brackets in which arguments of set_config stand. */
  const configCalls: number[] = []
  let depth = 0
  const endStatement = (): void => {
    if (isTemporary) left.add('temporary table')
    isTemporary = false
    statements.push([])
  }
  for (let token = scan.next(); token !== null; token = scan.next()) {
    if (token === ';') endStatement()
    else if (token === '(') {
      depth += 1
      if (before === 'set_config') configCalls.push(depth)
    } else if (token === ')') {
      // the last argument says that it is for the transaction only: how policies are asked with somebody's claims
      if (configCalls.at(-1) === depth && (configCalls.pop(), before !== 'true' || beforeThat !== ',')) {
        isSetByCall = true
        if (before === 'false' && beforeThat === ',') left.add('setting')
      }
      depth -= 1
    } else {
      const words = statements.at(-1)!
      if (words.length < 6) words.push(token)
      if (lockFunctions.has(bare(token))) left.add('advisory lock')
      if (token === 'pg_temp' || ((token === 'temp' || token === 'temporary') && beforeTemp.has(before))) isTemporary = true
      if (token === 'hold' && before === 'with') left.add('cursor')
      // on commit drop: it is meant to go with the transaction
      if (token === 'drop' && before === 'commit' && beforeThat === 'on') isTemporary = false
    }
    beforeThat = before
    before = bare(token)
  }
  endStatement()
  const told = statements.filter((words) => words.length > 0)
  const effects = told.map((words) => commandEffect(words, text))
  if (left.size > 0 || isSetByCall) return leaves([...left])
  if (told.length === 1) return effects[0]!
  if (effects.every((effect) => effect === null)) return null
  return effects.some((effect) => effect?.kind === 'leaves' && effect.deallocates) ? deallocating : leaves()
}

/** Without the dot of what it is qualified with. */
function bare(token: string): string {
  return token.length > 1 && token.startsWith('.') ? token.slice(1) : token
}

function commandEffect(words: readonly string[], text: string): Effect | null {
  const [command = '', second = '', third = ''] = words
  if (command === 'set') {
    if (second === 'local' || second === 'transaction' || second === 'constraints') return null
    if (second === 'session' && third === 'characteristics') return leaves()
    return { kind: 'setting', name: settingName(words.slice(second === 'session' && third !== 'authorization' ? 2 : 1)), text }
  }
  if (second === 'all' && (command === 'reset' || command === 'discard')) return { kind: 'reset' }
  if (command === 'reset') return { kind: 'unset', name: settingName(words.slice(1)) }
  if (command === 'deallocate') return deallocating
  return leavingCommands.has(command) ? leaves() : null
}

/** Settings that SET and RESET have words of their own for. */
const namesOfWords: Readonly<Record<string, string>> = { time: 'timezone', names: 'client_encoding', schema: 'search_path', xml: 'xmloption' }

/** The same however a setting is called, which is without regard to capitals. */
function settingName([first = '', second = '', third = '']: readonly string[]): string {
  if (first === 'session' && second === 'authorization') return 'session_authorization'
  const qualified = second === '.' ? first + second + third : first + second
  const name = second.startsWith('.') ? qualified : (namesOfWords[first] ?? first)
  return name.replaceAll('"', '').toLowerCase()
}

const isWordStart = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code >= 128
const isWordPart = (code: number): boolean => isWordStart(code) || (code >= 48 && code <= 57) || code === 36

/** Words, brackets and semicolons of a text; strings count as one sign, comments as none (PostgreSQL documentation, 4.1). */
class Scan {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Words in small letters, and with the dot before them if there is one; null at the end. */
  next(): string | null {
    const text = this.#text
    while (this.#at < text.length) {
      const char = text[this.#at]!
      const code = text.charCodeAt(this.#at)
      if (isWordStart(code)) return this.#word()
      if (char === '"') return this.#quoted('"', false)
      if (char === "'") {
        this.#quoted("'", false)
        return "'"
      }
      if (char === '$') {
        this.#dollarQuoted()
        return '$'
      }
      if (text.startsWith('--', this.#at)) this.#skipTo('\n')
      else if (text.startsWith('/*', this.#at)) this.#comment()
      else {
        this.#at += 1
        if (char === '.' && isWordStart(text.charCodeAt(this.#at))) return `.${this.#word()}`
        if (char === ';' || char === '(' || char === ')') return char
        if (char > ' ') return char
      }
    }
    return null
  }

  #word(): string {
    const begin = this.#at
    while (this.#at < this.#text.length && isWordPart(this.#text.charCodeAt(this.#at))) this.#at += 1
    const word = this.#text.slice(begin, this.#at).toLowerCase()
    // a string with escapes: a backslash takes the next quote along
    if (word === 'e' && this.#text[this.#at] === "'") return this.#quoted("'", true)
    return word
  }

  /** From a quote to its end; a doubled one is part of it. */
  #quoted(quote: string, hasEscapes: boolean): string {
    const begin = this.#at
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const char = this.#text[this.#at]
      if (hasEscapes && char === '\\') this.#at += 1
      else if (char === quote && this.#text[this.#at + 1] === quote) this.#at += 1
      else if (char === quote) break
    }
    this.#at += 1
    return this.#text.slice(begin, this.#at)
  }

  #dollarQuoted(): void {
    const tag = /\$(?:[A-Za-z_\x80-\xff][A-Za-z0-9_\x80-\xff]{0,63})?\$/y
    tag.lastIndex = this.#at
    const [found] = tag.exec(this.#text) ?? []
    if (found === undefined) this.#at += 1
    else {
      this.#at += found.length
      this.#skipTo(found)
    }
  }

  #skipTo(end: string): void {
    const place = this.#text.indexOf(end, this.#at)
    this.#at = place === -1 ? this.#text.length : place + end.length
  }

  /** Comments nest. */
  #comment(): void {
    let depth = 0
    do {
      if (this.#text.startsWith('/*', this.#at)) {
        depth += 1
        this.#at += 2
      } else if (this.#text.startsWith('*/', this.#at)) {
        depth -= 1
        this.#at += 2
      } else this.#at += 1
    } while (depth > 0 && this.#at < this.#text.length)
  }
}
