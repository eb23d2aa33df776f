/**
 * Parser combinators that report failures exactly as Haskell's Parsec does. PostgREST parses requests with Parsec and returns its messages,
 * which makes them part of the protocol. These parsers only run on text that the scanner has refused, and return no values.
 */
export interface Failure {
  readonly position: number
  readonly messages: readonly Message[]
}

/** The kinds are in the order of the message. */
type Message =
  /** The character as it is; nothing at the end. */
  | { readonly kind: 'found'; readonly text: string }
  | { readonly kind: 'unexpected'; readonly text: string }
  | { readonly kind: 'expected'; readonly text: string }

interface Result {
  readonly isGood: boolean
  /** A parser that fails after it has consumed text rules out its alternatives. */
  readonly hasStepped: boolean
  readonly position: number
  /** After success: what else could have followed. */
  readonly failure: Failure
}

export type Parser = (text: string, position: number) => Result

const silent = (position: number): Failure => ({ position, messages: [] })
const good = (hasStepped: boolean, position: number, failure: Failure): Result => ({ isGood: true, hasStepped, position, failure })
const bad = (hasStepped: boolean, failure: Failure): Result => ({ isGood: false, hasStepped, position: failure.position, failure })
const found = (text: string, position: number): Message => ({ kind: 'found', text: characterAt(text, position) })

/** The failure that got further; both, if they are at the same place. */
function merge(one: Failure, other: Failure): Failure {
  if (other.messages.length === 0 && one.messages.length > 0) return one
  if (one.messages.length === 0 && other.messages.length > 0) return other
  if (one.position !== other.position) return one.position > other.position ? one : other
  return { position: one.position, messages: [...one.messages, ...other.messages] }
}

export const nothing: Parser = (_text, position) => good(false, position, silent(position))

/** Parses one character that passes; the labels tell which would. */
export function character(passes: (character: string) => boolean, ...labels: readonly string[]): Parser {
  const messages = labels.map((text): Message => ({ kind: 'expected', text }))
  return (text, position) => {
    const next = characterAt(text, position)
    if (next !== '' && passes(next)) return good(true, position + next.length, silent(position + next.length))
    return bad(false, { position, messages: [found(text, position), ...messages] })
  }
}

export function char(wanted: string): Parser {
  return character((next) => next === wanted, show(wanted))
}

/** Parses a fixed text. A partial match counts as consumed, but the failure points to its start. */
export function string(wanted: string): Parser {
  const expected: Message = { kind: 'expected', text: show(wanted) }
  return (text, position) => {
    let end = position
    for (const letter of wanted) {
      if (characterAt(text, end) !== letter) return bad(end > position, { position, messages: [found(text, end), expected] })
      end += letter.length
    }
    return good(true, end, silent(end))
  }
}

/** Parses a run of characters that pass. */
export function run(passes: (character: string) => boolean, atLeast: 0 | 1, ...labels: readonly string[]): Parser {
  const messages = labels.map((text): Message => ({ kind: 'expected', text }))
  return (text, position) => {
    let end = position
    for (let next = characterAt(text, end); next !== '' && passes(next); next = characterAt(text, end)) end += next.length
    const failure = { position: end, messages: [found(text, end), ...messages] }
    return end === position && atLeast === 1 ? bad(false, failure) : good(end > position, end, failure)
  }
}

export function sequence(...parsers: readonly Parser[]): Parser {
  return (text, start) => {
    let last = good(false, start, silent(start))
    for (const parser of parsers) {
      const result = parser(text, last.position)
      const hasStepped = last.hasStepped || result.hasStepped
      const failure = result.hasStepped ? result.failure : merge(last.failure, result.failure)
      if (!result.isGood) return bad(hasStepped, failure)
      last = good(hasStepped, result.position, failure)
    }
    return last
  }
}

/** Tries parsers in turn until one succeeds or has consumed text. */
export function either(...parsers: readonly Parser[]): Parser {
  return (text, position) => {
    let failure = silent(position)
    for (const parser of parsers) {
      const result = parser(text, position)
      if (result.hasStepped) return result
      failure = merge(failure, result.failure)
      if (result.isGood) return good(false, result.position, failure)
    }
    return bad(false, failure)
  }
}

export function optional(parser: Parser): Parser {
  return either(parser, nothing)
}

/** Backtracks if the parser fails. */
export function attempt(parser: Parser): Parser {
  return (text, position) => {
    const result = parser(text, position)
    return result.isGood ? result : bad(false, result.failure)
  }
}

/** Backtracks if the parser succeeds. */
export function lookAhead(parser: Parser): Parser {
  return (text, position) => {
    const result = parser(text, position)
    return result.isGood ? good(false, position, silent(position)) : result
  }
}

export function many(parser: Parser): Parser {
  return (text, start) => {
    let position = start
    for (;;) {
      const result = parser(text, position)
      if (!result.isGood) return result.hasStepped ? result : good(position > start, position, result.failure)
      position = result.position
    }
  }
}

export function separated(parser: Parser, separator: Parser): Parser {
  return sequence(parser, many(sequence(separator, parser)))
}

/** Replaces what the parser expects, if it has consumed nothing. */
export function labelled(label: string, parser: Parser): Parser {
  return (text, position) => {
    const result = parser(text, position)
    if (result.hasStepped || (result.isGood && result.failure.messages.length === 0)) return result
    const others = result.failure.messages.filter(({ kind }) => kind !== 'expected')
    const failure: Failure = { position: result.failure.position, messages: [{ kind: 'expected', text: label }, ...others] }
    return { ...result, failure }
  }
}

/** Fails if a character that passes is next. */
export function notBefore(passes: (character: string) => boolean): Parser {
  return (text, position) => {
    const next = characterAt(text, position)
    if (next === '' || !passes(next)) return good(false, position, silent(position))
    return bad(false, { position, messages: [{ kind: 'unexpected', text: show(next, "'") }] })
  }
}

export const end: Parser = labelled(
  'end of input',
  notBefore(() => true),
)

/** Defers a parser that refers to itself. */
export function lazy(make: () => Parser): Parser {
  let made: Parser | null = null
  return (text, position) => (made ??= make())(text, position)
}

/** Returns Parsec's message on one line: what was found and expected. */
export function describe({ messages }: Failure): string {
  const of = (kind: Message['kind']): string[] => [...new Set(messages.filter((message) => message.kind === kind).map(({ text }) => text))]
  const unexpected = of('unexpected')
  const [first] = messages.filter(({ kind }) => kind === 'found')
  const expected = of('expected')
  const parts: string[] = []
  if (unexpected.length > 0) parts.push(`unexpected ${listed(unexpected)}`)
  else if (first !== undefined) parts.push(`unexpected ${first.text === '' ? 'end of input' : show(first.text)}`)
  if (expected.length > 0) parts.push(`expecting ${listed(expected)}`)
  return parts.length === 0 ? 'unknown parse error' : parts.join(' ')
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function characterAt(text: string, position: number): string {
  const code = text.charCodeAt(position)
  return code >= 0xd800 && code <= 0xdbff ? text.slice(position, position + 2) : text.charAt(position)
}

const controls = 'NUL SOH STX ETX EOT ENQ ACK a b t n v f r SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(' ')

/** Quotes text as Haskell's `show` does, with characters outside ASCII as numbers. */
function show(text: string, quote: '"' | "'" = '"'): string {
  let shown = ''
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    if (letter === quote || letter === '\\') shown += `\\${letter}`
    else if (code < 32) shown += `\\${controls[code]}`
    else if (code < 127) shown += letter
    else shown += code === 127 ? '\\DEL' : `\\${code}`
  }
  return quote + shown + quote
}
