/** One field of a record. Quotes distinguish an empty string from NULL. */
export interface RawField {
  readonly text: string
  readonly isQuoted: boolean
}

export interface RawRecord {
  /** Of its first character, from 1. */
  readonly line: number
  readonly fields: readonly RawField[]
}

export interface RecordsRead {
  readonly records: readonly RawRecord[]
  /** Lines with an odd quote, from 1: each is an invalid row. */
  readonly oddQuoteLines: readonly number[]
  /** Lines of records with quotes that open or close within a value on one line: they are read as quotes, and are no part of the value. */
  readonly lostQuoteLines: readonly number[]
}

/**
 * Records of a text with separated values, as Postgres reads them (its documentation, COPY): a quote opens and closes wherever it stands, and
 * a doubled one within quotes is one. But a quote that would hold a line end, and opens or closes within a value or is never closed, takes no other
 * line along: its line alone is a bad row, as the server has it. Records end with LF, CRLF or CR outside of them. Lines with nothing in them are no records, unless
 * there is but one field. Of a text that goes on (`isWhole` false) the last record is left out: more of it may follow.
 */
export function readRecords(text: string, delimiter: string, isWhole: boolean, limit = Number.POSITIVE_INFINITY, firstLine = 1): RecordsRead {
  const records: RawRecord[] = []
  const oddQuoteLines: number[] = []
  const lostQuoteLines: number[] = []
  let fields: RawField[] = []
  let place = 0
  let line = firstLine
  let recordLine = firstLine
  let recordStart = 0
  const endRecord = () => {
    const isBlank = fields.length === 1 && fields[0]!.text === '' && !fields[0]!.isQuoted
    if (!isBlank || records[0]?.fields.length === 1) records.push({ line: recordLine, fields })
    fields = []
  }
  while (place < text.length && records.length < limit) {
    if (fields.length === 0) {
      recordLine = line
      recordStart = place
    }
    const field = readField(text, place, delimiter)
    const isOdd = field.hasOddQuote
    if (field.isOpen && !isWhole && !isOdd) return { records, oddQuoteLines, lostQuoteLines }
    if (field.isOpen || isOdd) {
      const end = /\r\n|\n|\r/.exec(text.slice(field.quote))
      oddQuoteLines.push(recordLine)
      place = end === null ? text.length : field.quote + end.index + end[0].length
      line = recordLine + lineEnds(text.slice(recordStart, place))
      fields = []
      continue
    }
    fields.push(field)
    place = field.end
    if (field.losesQuotes && lostQuoteLines.at(-1) !== recordLine) lostQuoteLines.push(recordLine)
    if (field.isQuoted) line += lineEnds(text.slice(field.start, place))
    if (place >= text.length) break
    if (text[place] === delimiter) {
      place += 1
      // a delimiter at the very end has an empty field after it
      if (place === text.length) fields.push({ text: '', isQuoted: false })
      continue
    }
    place += text[place] === '\r' && text[place + 1] === '\n' ? 2 : 1
    line += 1
    endRecord()
  }
  if (fields.length > 0 && isWhole && records.length < limit) endRecord()
  return { records, oddQuoteLines, lostQuoteLines }
}

interface ReadField extends RawField {
  readonly start: number
  readonly end: number
  /** Nothing closes its last quote. */
  readonly isOpen: boolean
  /** Where its last quote opens. */
  readonly quote: number
  /** That quote holds a line end, and opens or closes within the value. */
  readonly hasOddQuote: boolean
  /** A quote opens or closes within the value, so that it is no part of it. */
  readonly losesQuotes: boolean
}

/** A field, from its start to the delimiter or line end behind it. */
function readField(text: string, start: number, delimiter: string): ReadField {
  let value = ''
  let isQuoted = false
  let place = start
  let quoteAt = start
  let losesQuotes = false
  for (;;) {
    const end = plainEnd(text, place, delimiter)
    value += text.slice(place, end)
    if (text[end] !== '"') return { text: value, isQuoted, start, end, isOpen: false, quote: quoteAt, hasOddQuote: false, losesQuotes }
    isQuoted = true
    quoteAt = end
    const close = closingQuote(text, end + 1)
    const content = text.slice(end + 1, close < 0 ? undefined : close)
    value += unquote(content)
    const next = close < 0 ? undefined : text[close + 1]
    const isWithin = end > start || (next !== undefined && next !== delimiter && next !== '\n' && next !== '\r')
    losesQuotes ||= isWithin
    const hasOddQuote = isWithin && /[\r\n]/.test(content)
    if (close < 0 || hasOddQuote)
      return { text: value, isQuoted, start, end: text.length, isOpen: close < 0, quote: quoteAt, hasOddQuote, losesQuotes }
    place = close + 1
  }
}

function closingQuote(text: string, from: number): number {
  for (let place = text.indexOf('"', from); place >= 0; place = text.indexOf('"', place + 2)) {
    if (text[place + 1] !== '"') return place
  }
  return -1
}

const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d]

function plainEnd(text: string, from: number, delimiter: string): number {
  const separator = delimiter.charCodeAt(0)
  for (let place = from; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    if (code === separator || code === quote || code === lineFeed || code === carriageReturn) return place
  }
  return text.length
}

function unquote(text: string): string {
  return text.includes('""') ? text.replaceAll('""', '"') : text
}

function lineEnds(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0
}
