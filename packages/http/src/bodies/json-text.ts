/** What a JSON body may hold, so that reading it takes no longer than its size suggests. */
export interface JsonLimits {
  /** Values, names of members not counted. */
  readonly values: number
  /** Objects and arrays within one another. */
  readonly depth: number
}

/** Thrown before anything is parsed. */
export class TooComplex extends Error {
  override readonly name = 'TooComplex'
}

const [quote, backslash, comma] = Buffer.from('"\\,') as unknown as [number, number, number]
const openings = new Set(Buffer.from('[{'))
const closings = new Set(Buffer.from(']}'))

/**
 * Parses a JSON text in UTF-8, once a look at its brackets and commas has shown that it keeps the limits.
 *
 * @throws TooComplex, or SyntaxError for what is no JSON and for names that would reach an object's prototype
 */
export function parseJsonText(bytes: Buffer, limits: JsonLimits): unknown {
  refuseComplex(bytes, limits)
  const text = bytes.toString('utf8')
  const value: unknown = JSON.parse(text)
  if (text.includes('__proto__') || text.includes('constructor') || text.includes(String.raw`\u`)) refusePrototypes(value)
  return value
}

/** Looks at brackets and commas only. `what` names the text in the message. @throws TooComplex */
export function refuseComplex(bytes: Buffer, limits: JsonLimits, what = 'request body'): void {
  let depth = 0
  let values = 1
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (byte === quote) at = endOfString(bytes, at)
    else if (byte === comma) values += 1
    else if (openings.has(byte)) {
      depth += 1
      values += 1
    } else if (closings.has(byte)) depth -= 1
    else continue
    if (depth > limits.depth) throw new TooComplex(`The ${what} is nested too deeply. The limit is ${limits.depth} levels`)
    if (values > limits.values) throw new TooComplex(`The ${what} has too many values. The limit is ${limits.values}`)
  }
}

/** The place of the quote that closes a string; the text's end where none does. */
function endOfString(bytes: Buffer, open: number): number {
  for (let at = bytes.indexOf(quote, open + 1); at !== -1; at = bytes.indexOf(quote, at + 1)) {
    let escapes = 0
    while (bytes[at - 1 - escapes] === backslash) escapes += 1
    if (escapes % 2 === 0) return at
  }
  return bytes.length
}

/** Our code never reads such members, but code that copies objects would. */
function refusePrototypes(value: unknown): void {
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) throw new SyntaxError('The key __proto__ isn’t allowed')
    const maker: unknown = Object.hasOwn(next, 'constructor') ? (next as { constructor: unknown }).constructor : undefined
    if (typeof maker === 'object' && maker !== null && Object.hasOwn(maker, 'prototype')) throw new SyntaxError('The key constructor isn’t allowed')
    for (const inner of Object.values(next)) open.push(inner)
  }
}
