import { UnreadableFile } from './imported-user.ts'
import { rowMost } from './limits.ts'

export interface CsvRow {
  /** Line of its first character, counted from 1. */
  readonly line: number
  readonly fields: readonly string[]
  /** The original text. */
  readonly text: string
}

export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/** Returns the most frequent delimiter of the first line. */
export function guessDelimiter(head: string): Delimiter {
  const line = head.split(/[\r\n]/, 1)[0]!
  const counts = delimiters.map((each) => line.split(each).length)
  return delimiters[counts.indexOf(Math.max(...counts))]!
}

/**
 * Parses rows of separated values (RFC 4180) from a stream, and yields the rows of each chunk together. Skips empty lines.
 *
 * @throws UnreadableFile if a quote is not closed or a row is larger than `rowMost`
 */
export async function* readCsvRows(chunks: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<readonly CsvRow[]> {
  let rest = ''
  let line = 1
  const take = (text: string, isLast: boolean): CsvRow[] => {
    const rows: CsvRow[] = []
    let place = 0
    for (;;) {
      const found = place < text.length ? readRow(text, place, delimiter, isLast) : null
      if (found === null) break
      const { fields, textEnd, end } = found
      const isBlank = fields.length === 1 && fields[0] === '' && text[place] !== '"'
      if (!isBlank) rows.push({ line, fields, text: text.slice(place, textEnd) })
      line += lineEnds(text, place, end)
      place = end
    }
    rest = text.slice(place)
    if (rest.length > rowMost) throw new UnreadableFile(`Line ${line}: the row is too long, or a quote is not closed`)
    return rows
  }
  for await (const chunk of chunks) yield take(rest + chunk, false)
  yield take(rest, true)
  if (rest !== '') throw new UnreadableFile(`Line ${line}: a quote is not closed`)
}

interface FoundRow {
  readonly fields: readonly string[]
  /** Without the line break. */
  readonly textEnd: number
  readonly end: number
}

const [lineFeed, carriageReturn] = [10, 13]

/** Returns the row that starts at a position; null if it may be incomplete. */
function readRow(text: string, start: number, delimiter: string, isLast: boolean): FoundRow | null {
  const fields: string[] = []
  let place = start
  for (;;) {
    let value = ''
    if (text[place] === '"') {
      const close = closingQuote(text, place + 1)
      // a quote at the end of the chunk may be half of a doubled quote
      if (close < 0 || (close + 1 === text.length && !isLast)) return null
      value = text.slice(place + 1, close).replaceAll('""', '"')
      place = close + 1
    }
    const end = plainEnd(text, place, delimiter.charCodeAt(0))
    value += text.slice(place, end)
    fields.push(value)
    if (end === text.length) return isLast ? { fields, textEnd: end, end } : null
    if (text[end] === delimiter) {
      place = end + 1
      continue
    }
    if (text.charCodeAt(end) === carriageReturn) {
      if (end + 1 === text.length && !isLast) return null
      return { fields, textEnd: end, end: text.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1 }
    }
    return { fields, textEnd: end, end: end + 1 }
  }
}

function closingQuote(text: string, from: number): number {
  for (let place = text.indexOf('"', from); place >= 0; place = text.indexOf('"', place + 2)) {
    if (text[place + 1] !== '"') return place
  }
  return -1
}

function plainEnd(text: string, from: number, separator: number): number {
  for (let place = from; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    if (code === separator || code === lineFeed || code === carriageReturn) return place
  }
  return text.length
}

function lineEnds(text: string, from: number, end: number): number {
  let count = 0
  for (let place = from; place < end; place += 1) {
    const code = text.charCodeAt(place)
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(place + 1) !== lineFeed)) count += 1
  }
  return count
}
