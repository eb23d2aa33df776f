import { readToken } from './tokens.ts'
import { offsetOfPosition, type Span } from './position.ts'

/** A character that looks like one of SQL's own, or like none, where Postgres reads a letter of a name. */
export interface StrayCharacter extends Span {
  /** "U+00A0" */
  readonly code: string
  readonly name: string
  /** What it was meant as: "a space". Null for what is not to be seen at all. */
  readonly meant: string | null
  readonly replacement: string
}

type Kind = Pick<StrayCharacter, 'name' | 'meant' | 'replacement'>

const spaceOf = (name: string): Kind => ({ name, meant: 'a space', replacement: ' ' })
const nothingOf = (name: string): Kind => ({ name, meant: null, replacement: '' })
const lineOf = (name: string): Kind => ({ name, meant: 'a line break', replacement: '\n' })
const quoteOf = (name: string): Kind => ({ name, meant: 'a quote', replacement: "'" })
const nameQuoteOf = (name: string): Kind => ({ name, meant: 'a quote', replacement: '"' })
const minusOf = (name: string): Kind => ({ name, meant: 'a minus sign', replacement: '-' })
const wideOf = (replacement: string): Kind => ({ name: `full-width ${replacement}`, meant: replacement, replacement })

/** What chats, text programs and input methods put in place of SQL's characters. Letters of any script are good names, and not among them. */
const kinds = new Map<number, Kind>([
  [0x00a0, spaceOf('no-break space')],
  [0x00ad, nothingOf('soft hyphen')],
  ...Array.from({ length: 11 }, (_, index) => [0x2000 + index, spaceOf('typographic space')] as const),
  [0x200b, nothingOf('zero-width space')],
  [0x200e, nothingOf('left-to-right mark')],
  [0x200f, nothingOf('right-to-left mark')],
  [0x2010, minusOf('hyphen')],
  [0x2011, minusOf('no-break hyphen')],
  [0x2013, minusOf('en dash')],
  [0x2014, minusOf('em dash')],
  [0x2018, quoteOf('curly quote')],
  [0x2019, quoteOf('curly quote')],
  [0x201c, nameQuoteOf('curly quote')],
  [0x201d, nameQuoteOf('curly quote')],
  [0x2028, lineOf('line separator')],
  [0x2029, lineOf('paragraph separator')],
  [0x202f, spaceOf('narrow no-break space')],
  [0x205f, spaceOf('mathematical space')],
  [0x2060, nothingOf('word joiner')],
  [0x2212, minusOf('minus sign')],
  [0x3000, spaceOf('ideographic space')],
  [0xfeff, nothingOf('byte order mark')],
  ...['(', ')', '*', ',', ';', '='].map((character) => [character.charCodeAt(0) + 0xfee0, wideOf(character)] as const),
])

const any = new RegExp(`[${Array.from(kinds.keys(), (code) => String.fromCharCode(code)).join('')}]`, 'gu')
/** Longer texts are loads of data. */
const maxLength = 500_000

/** Finds stray characters outside of strings, comments and quoted names, where nobody can have meant them. */
export function findStrays(text: string): StrayCharacter[] {
  if (text.length > maxLength || text.search(any) < 0) return []
  const strays: StrayCharacter[] = []
  const look = (from: number, to: number): void => {
    for (const { index } of text.slice(from, to).matchAll(any)) {
      const at = from + index
      const code = text.charCodeAt(at)
      strays.push({ from: at, to: at + 1, code: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, ...kinds.get(code)! })
    }
  }
  let end = 0
  for (let token = readToken(text, 0, true); token !== null; token = readToken(text, token.to)) {
    look(end, token.from)
    if (token.kind === 'word' || token.kind === 'symbol' || token.kind === 'number') look(token.from, token.to)
    end = token.to
  }
  look(end, text.length)
  return strays
}

/** "U+00A0 (no-break space): Postgres reads it as part of a name, not as a space." */
export function strayText({ code, name, meant }: StrayCharacter): string {
  return `${code} (${name}): Postgres reads it as part of a name${meant === null ? '' : `, not as ${meant}`}.`
}

/** The text with SQL's own characters in their places. */
export function withoutStrays(text: string): string {
  return findStrays(text).reduceRight((cleaned, { from, to, replacement }) => cleaned.slice(0, from) + replacement + cleaned.slice(to), text)
}

/** Names what stands in a statement that failed, and behind what; null when nothing does. `position` is Postgres's own. */
export function explainStrays(text: string, position: number | null): string | null {
  const all = findStrays(text)
  if (all.length === 0) return null
  const { from, to } = position === null ? { from: 0, to: text.length } : statementAt(text, offsetOfPosition(text, position))
  const [first, ...others] = all.filter((stray) => stray.from >= from && stray.to <= to)
  if (first === undefined) return null
  const before = /\S{1,30}$/u.exec(text.slice(from, first.from))?.[0]
  const place = before === undefined ? 'At its beginning stands' : `Behind “${before}” stands`
  const rest = others.length === 0 ? '' : ` ${others.length} more such ${others.length === 1 ? 'character follows' : 'characters follow'}.`
  return `${place} ${strayText(first)}${rest}`
}

function statementAt(text: string, offset: number): Span {
  let from = 0
  for (let token = readToken(text, 0, true); token !== null; token = readToken(text, token.to)) {
    if (token.kind !== 'symbol' || token.text !== ';') continue
    if (token.from >= offset) return { from, to: token.from }
    from = token.to
  }
  return { from, to: text.length }
}
