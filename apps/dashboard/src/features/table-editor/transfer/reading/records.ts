/** One field of a record. NULL is told from an empty text by the quotes. */
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
  /** Line of a quote that nothing closes, where the text is whole; null when all are closed. */
  readonly openQuoteLine: number | null
}

/**
 * Records of a text with separated values, as Postgres reads them (its documentation, COPY): a quote opens and closes wherever it stands, and
 * a doubled one within quotes is one; records end with LF, CRLF or CR outside of them. Lines with nothing in them are no records, unless
 * there is but one field. Of a text that goes on (`isWhole` false) the last record is left out: more of it may follow.
 */
export function readRecords(text: string, delimiter: string, isWhole: boolean, limit = Number.POSITIVE_INFINITY, firstLine = 1): RecordsRead {
  const records: RawRecord[] = []
  let fields: RawField[] = []
  let place = 0
  let line = firstLine
  let recordLine = firstLine
  const endRecord = () => {
    const isBlank = fields.length === 1 && fields[0]!.text === '' && !fields[0]!.isQuoted
    if (!isBlank || records[0]?.fields.length === 1) records.push({ line: recordLine, fields })
    fields = []
  }
  while (place < text.length && records.length < limit) {
    if (fields.length === 0) recordLine = line
    const field = readField(text, place, delimiter)
    if (field.isOpen && !isWhole) return { records, openQuoteLine: null }
    fields.push(field)
    place = field.end
    if (field.isOpen) {
      endRecord()
      return { records, openQuoteLine: recordLine }
    }
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
  return { records, openQuoteLine: null }
}

/** A field, from its start to the delimiter or line end behind it. */
function readField(
  text: string,
  start: number,
  delimiter: string,
): RawField & { readonly start: number; readonly end: number; readonly isOpen: boolean } {
  let value = ''
  let isQuoted = false
  let place = start
  for (;;) {
    const end = plainEnd(text, place, delimiter)
    value += text.slice(place, end)
    if (text[end] !== '"') return { text: value, isQuoted, start, end, isOpen: false }
    isQuoted = true
    const close = closingQuote(text, end + 1)
    value += unquote(text.slice(end + 1, close < 0 ? undefined : close))
    if (close < 0) return { text: value, isQuoted, start, end: text.length, isOpen: true }
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
