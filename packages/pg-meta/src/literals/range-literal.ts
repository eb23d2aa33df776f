import { quoted, readField } from './composite-literal.ts'

/** A range: nothing at all, or what lies between two bounds. A bound that is null is none: the range goes on for ever. */
export type RangeLiteral =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'range'
      readonly lower: string | null
      readonly upper: string | null
      readonly isLowerIncluded: boolean
      readonly isUpperIncluded: boolean
    }

/** Reads a range as Postgres writes it: `[1,10)`, `(,"2026-01-31 00:00:00"]`, `empty`. @throws Error when it is none */
export function parseRange(text: string): RangeLiteral {
  const { range, end } = readRange(text, 0)
  if (/\S/.test(text.slice(end))) throw new Error('Remove everything after the range')
  return range
}

export function printRange(range: RangeLiteral): string {
  if (range.kind === 'empty') return 'empty'
  const { lower, upper, isLowerIncluded, isUpperIncluded } = range
  const bound = (value: string | null) => (value === null ? '' : quoted(value))
  // a bound that is none includes nothing
  return `${isLowerIncluded && lower !== null ? '[' : '('}${bound(lower)},${bound(upper)}${isUpperIncluded && upper !== null ? ']' : ')'}`
}

/** Reads ranges as Postgres writes them: `{[1,3),[5,8)}`. @throws Error when they are none */
export function parseMultirange(text: string): RangeLiteral[] {
  const ranges: RangeLiteral[] = []
  let at = spaceEnd(text, 0)
  if (text[at] !== '{') throw new Error('Start the multirange with a brace')
  at = spaceEnd(text, at + 1)
  while (text[at] !== '}') {
    const { range, end } = readRange(text, at)
    ranges.push(range)
    at = spaceEnd(text, end)
    if (text[at] === ',') {
      at = spaceEnd(text, at + 1)
      if (text[at] === '}') throw new Error('A range is missing after the comma')
    } else if (text[at] !== '}') throw new Error('A brace is not closed')
  }
  if (/\S/.test(text.slice(at + 1))) throw new Error('Remove everything after the last brace')
  return ranges
}

export function printMultirange(ranges: readonly RangeLiteral[]): string {
  return `{${ranges.map(printRange).join(',')}}`
}

function readRange(text: string, from: number): { readonly range: RangeLiteral; readonly end: number } {
  const start = spaceEnd(text, from)
  const empty = /^empty/i.exec(text.slice(start))
  if (empty !== null) return { range: { kind: 'empty' }, end: start + empty[0].length }
  const opening = text[start]
  if (opening !== '[' && opening !== '(') throw new Error('Start the range with a bracket or a parenthesis')
  const lower = readField(text, start + 1, /[,)\]]/)
  if (text[lower.end] !== ',') throw new Error('Separate the two bounds of the range with a comma')
  const upper = readField(text, lower.end + 1, /[,)\]]/)
  const closing = text[upper.end]
  if (closing === ',') throw new Error('A range can only have two bounds')
  return {
    range: { kind: 'range', lower: lower.value, upper: upper.value, isLowerIncluded: opening === '[', isUpperIncluded: closing === ']' },
    end: upper.end + 1,
  }
}

function spaceEnd(text: string, from: number): number {
  let at = from
  while (/\s/.test(text[at] ?? '')) at += 1
  return at
}
