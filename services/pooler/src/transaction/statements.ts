import { scannedTextMax } from '../limits.ts'

/** Effect of a query on its session, beyond its transaction. */
export interface Effect {
  /** Settings that it names, in small letters. */
  readonly settings: readonly string[]
  /** It may set others, which it doesn't name. */
  readonly setsOthers?: true
  /** Something stays that can't be taken along, and is removed at once: clients count on these things, as far as the text names them. */
  readonly leaves?: readonly Left[]
  /** Prepared statements that it removes: all, or the one of this name. */
  readonly deallocates?: 'all' | { readonly name: string }
}

/** State that lasts until a session ends, and is lost on a shared connection. */
export type Left = 'temporary table' | 'advisory lock' | 'cursor' | 'setting'

const leavingCommands = new Set(['prepare', 'listen', 'load'])
/** Run code that no text shows. */
const hidingCommands = new Set(['do', 'call'])
const lockFunctions = new Set(['pg_advisory_lock', 'pg_advisory_lock_shared', 'pg_try_advisory_lock', 'pg_try_advisory_lock_shared'])
/** Keywords before TEMP in a statement that creates a table. */
const beforeTemp = new Set(['create', 'replace', 'local', 'global', 'into'])

/** Stands in every text that does something: most texts have none of it, and need no reading. */
const tell = new RegExp([...leavingCommands, ...hidingCommands, 'set', 'discard', 'deallocate', 'advisory_lock', 'temp', 'hold'].join('|'), 'i')

/**
 * Null for nothing. It is a hint: which settings to ask the server for, what to warn of, and what to remove at once rather than when the
 * connection goes to somebody else. What it misses is not kept for the client, and seen by nobody else. In one pass from left to right (Latin-1), since
 * anybody may send anything.
 */
export function effectOf(text: string): Effect | null {
  if (text.length > scannedTextMax) return { settings: [], setsOthers: true }
  if (!tell.test(text)) return null
  const scan = new Scan(text)
  const statements: string[][] = [[]]
  const left = new Set<Left>()
  const named: string[] = []
  let setsOthers = false
  let isTemporary = false
  let before = ''
  let beforeThat = ''
  /** Calls of set_config that are being read: how deep their arguments stand, and the name in the first one. */
  const calls: { readonly depth: number; name: string | null }[] = []
  let depth = 0
  const endStatement = (): void => {
    if (isTemporary) left.add('temporary table')
    isTemporary = false
    statements.push([])
  }
  for (let token = scan.next(); token !== null; token = scan.next()) {
    const call = calls.at(-1)
    if (token === ';') endStatement()
    else if (token === '(') {
      depth += 1
      if (before === 'set_config') calls.push({ depth, name: null })
    } else if (token === ')') {
      // the last argument says that it is for the transaction only: how policies are asked with somebody's claims
      if (call?.depth === depth && (calls.pop(), before !== 'true' || beforeThat !== ',')) {
        if (call.name === null) setsOthers = true
        else named.push(call.name)
        if (call.name === null && before === 'false' && beforeThat === ',') left.add('setting')
      }
      depth -= 1
    } else {
      if (token === "'" && call?.depth === depth && before === '(') call.name = scan.string
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
  const effects = told.map(commandEffect).filter((effect) => effect !== null)
  if (effects.length === 0 && left.size === 0 && named.length === 0 && !setsOthers) return null
  const things = [...left, ...effects.flatMap((effect) => effect.leaves ?? [])]
  // one of a name that stands among other statements can't be exchanged for another
  const [deallocates] = effects.flatMap((effect) => (effect.deallocates === 'all' || told.length === 1 ? (effect.deallocates ?? []) : []))
  const isLeaving = things.length > 0 || effects.some((effect) => effect.leaves)
  return {
    settings: [...named, ...effects.flatMap(({ settings }) => settings)],
    ...((setsOthers || effects.some((effect) => effect.setsOthers)) && { setsOthers: true }),
    ...(isLeaving && { leaves: things }),
    ...(deallocates && { deallocates }),
  }
}

/** Without the dot of what it is qualified with. */
function bare(token: string): string {
  return token.length > 1 && token.startsWith('.') ? token.slice(1) : token
}

const characteristics = ['default_transaction_isolation', 'default_transaction_read_only', 'default_transaction_deferrable']

function commandEffect(words: readonly string[]): Effect | null {
  const [command = '', second = '', third = ''] = words
  if (command === 'set') {
    if (second === 'local' || second === 'transaction' || second === 'constraints') return null
    if (second === 'session' && third === 'characteristics') return { settings: characteristics }
    return { settings: [settingName(words.slice(second === 'session' && third !== 'authorization' ? 2 : 1))] }
  }
  if (second === 'all' && command === 'discard') return { settings: [], setsOthers: true, deallocates: 'all' }
  if (second === 'all' && command === 'reset') return { settings: [], setsOthers: true }
  if (command === 'reset') return { settings: [settingName(words.slice(1))] }
  if (command === 'deallocate') {
    const name = second === 'prepare' && third !== '' ? third : second
    return { settings: [], deallocates: name === 'all' ? 'all' : { name: identifierOf(name) } }
  }
  if (hidingCommands.has(command)) return { settings: [], setsOthers: true }
  return leavingCommands.has(command) && second !== 'transaction' ? { settings: [], leaves: [] } : null
}

/** The name that a word stands for. */
function identifierOf(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1).replaceAll('""', '"') : word
}

/** Settings that SET and RESET have words of their own for. */
const namesOfWords: Readonly<Record<string, string>> = { time: 'timezone', names: 'client_encoding', schema: 'search_path', xml: 'xmloption' }

/** Returns the normalized name of a setting: case doesn't matter. */
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
  /** The last string literal in lowercase; null if it has more than plain characters. */
  string: string | null = null

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
        const found = this.#quoted("'", false).slice(1, -1)
        this.string = found.includes("'") || found.includes('\\') ? null : found.toLowerCase()
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
