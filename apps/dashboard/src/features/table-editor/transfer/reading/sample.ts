import type { ImportEncoding, ImportFormat, NumberForm } from '@colonnade/contracts/data/row-imports'
import { dateOrderOf, type DateOrder } from '../guessing/date-order.ts'
import { numberFormOf } from '../guessing/number-form.ts'
import { sampledRecords } from '../limits.ts'
import { decodeHead, detectEncoding } from './encodings/encoding.ts'
import { detectDelimiter } from './delimiter.ts'
import { hasHeader } from './header.ts'
import { readJsonObjects, rowsMember } from './json-objects.ts'
import { sampleText } from './messages.ts'
import { readRecords, type RawRecord } from './records.ts'

/** How a file is read: found by looking at it, changed by whoever knows better. */
export interface ReadSettings {
  readonly format: ImportFormat
  readonly encoding: ImportEncoding
  /** Nothing proves the encoding: it has to be chosen before anything is loaded. */
  readonly isEncodingOpen?: boolean
  /** Of JSON: the member that has the rows, where the file is one object. */
  readonly rowsMember?: string
  /** Of CSV and TSV. */
  readonly delimiter: string
  /** Of CSV: the first line names the delimiter for Excel ("sep=;"), and is no part of the table. */
  readonly hasDelimiterLine?: boolean
  /** Of CSV and TSV: whether the first record names the columns. */
  readonly hasHeader: boolean
  /** Of CSV and TSV: the unquoted text that stands for NULL. */
  readonly nullText: string
  /** Of dates like 3.4.2024; by default as the sample suggests. */
  readonly dateOrder?: DateOrder
  /** Of CSV and TSV: how numbers are written; by default as the sample suggests. */
  readonly numberForm?: NumberForm
}

/** A value as the file has it; null for NULL. `form` is what JSON says it is; values of CSV are plain text that can become any type. */
export type SampleCell = { readonly text: string; readonly form: 'plain' | 'string' | 'number' | 'boolean' | 'document' } | null

export interface SampleField {
  /** As an import's plan names it: the place from 0, or the name in JSON. */
  readonly source: number | string
  /** As the file names it; null where it does not. */
  readonly heading: string | null
}

export interface SampleRow {
  readonly line: number
  /** One for each field; what a short record lacks is undefined. */
  readonly cells: readonly (SampleCell | undefined)[]
  /** Values beyond the last field. */
  readonly extra: number
}

/** What is wrong with a file as far as its head shows. `isFatal`: it can't be imported as is. */
export interface SampleProblem {
  readonly isFatal: boolean
  readonly text: string
}

export interface Sample {
  readonly fields: readonly SampleField[]
  readonly rows: readonly SampleRow[]
  readonly problems: readonly SampleProblem[]
  /** Bytes that the sampled rows take, for an estimate of all. */
  readonly bytes: number
  /** Whether there are no other rows than these. */
  readonly isComplete: boolean
  /** In which order its dates like 3.4.2024 are read; undefined where it has none. */
  readonly dateOrder: DateOrder | undefined
  /** How its numbers with commas or separated thousands are read; undefined where it has none. */
  readonly numberForm: NumberForm | undefined
}

/** The first bytes of a file; `isWhole` when there are no more. */
export interface Head {
  readonly bytes: Uint8Array
  readonly isWhole: boolean
}

/** How a file is most likely to be read, by its content, in the encoding that was chosen; its name only decides what the content leaves open. */
export function detectSettings({ bytes, isWhole }: Head, fileName = '', chosen?: ImportEncoding): ReadSettings {
  const { encoding, isOpen } = chosen === undefined ? detectEncoding(bytes) : { encoding: chosen, isOpen: false }
  const text = decodeHead(bytes, encoding)
  const format = detectJson(text, isWhole, fileName)
  const named = format === null ? delimiterLine(text) : null
  const delimiter = named?.delimiter ?? detectDelimiter(text, isWhole)
  const separated = { encoding, ...(isOpen && { isEncodingOpen: true }), delimiter, nullText: '' }
  if (format !== null) {
    const member = format === 'json' && text.trimStart().startsWith('{') ? rowsMember(text) : null
    return { ...separated, format, ...(member !== null && { rowsMember: member }), delimiter: ',', hasHeader: false }
  }
  const { records } = readRecords(text.slice(named?.length), delimiter, isWhole, 200)
  return {
    ...separated,
    ...(named !== null && { hasDelimiterLine: true }),
    format: delimiter === '\t' ? 'tsv' : 'csv',
    hasHeader: hasHeader(records),
  }
}

/** The line that names the delimiter for Excel, with its end. It stands alone: a record of "sep" and more is one of the table. */
function delimiterLine(text: string): { readonly delimiter: string; readonly length: number } | null {
  const [line, delimiter] = /^sep=([\t\x20-\x7e])(?:\r\n|\n|\r)/i.exec(text) ?? []
  return line === undefined || delimiter === undefined || delimiter === '"' ? null : { delimiter, length: line.length }
}

function detectJson(text: string, isWhole: boolean, fileName: string): 'json' | 'ndjson' | null {
  const start = /^\s*(\[\s*[{\]]|\{\s*["}])/.exec(text)?.[1]
  if (start === undefined) {
    if (/\.json$/i.test(fileName)) return 'json'
    return /\.(ndjson|jsonl)$/i.test(fileName) ? 'ndjson' : null
  }
  if (start.startsWith('[')) return 'json'
  // lines of rows begin with a whole one
  if (isJson(text.trimStart().split('\n', 1)[0]!) && !(isWhole && isJson(text))) return 'ndjson'
  const isOneDocument = isWhole && isJson(text) && (text.trim().includes('\n') || rowsMember(text) !== null)
  return isOneDocument || (!isWhole && rowsMember(text) !== null) ? 'json' : 'ndjson'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What a head holds, read in the way that is set. */
export function readSample(head: Head, settings: ReadSettings): Sample {
  const text = decodeHead(head.bytes, settings.encoding)
  const sample =
    settings.format === 'csv' || settings.format === 'tsv'
      ? readSeparated(text, head, settings)
      : readJson(text, head, settings.format, settings.rowsMember)
  const found = dateOrderOf(sample.rows)
  const dateOrder = found === undefined ? undefined : (settings.dateOrder ?? found)
  const foundForm = numberFormOf(sample.rows)
  const numberForm = foundForm === undefined ? undefined : (settings.numberForm ?? foundForm)
  return {
    ...sample,
    dateOrder,
    numberForm,
    problems: [...(settings.isEncodingOpen ? [openEncoding] : []), ...textProblems(text, head), ...sample.problems],
  }
}

const openEncoding: SampleProblem = {
  isFatal: true,
  text: sampleText.unknownEncoding,
}

type Read = Omit<Sample, 'dateOrder' | 'numberForm'>

function textProblems(text: string, { bytes }: Head): SampleProblem[] {
  if (bytes.length === 0 || text.trim() === '') return [{ isFatal: true, text: sampleText.fileEmpty }]
  const nul = text.indexOf('\0')
  const strange = text.indexOf('\ufffd')
  return [
    ...(nul < 0 ? [] : [{ isFatal: false, text: sampleText.nul(lineAt(text, nul)) }]),
    ...(strange < 0 ? [] : [{ isFatal: false, text: sampleText.invalidCharacter(lineAt(text, strange)) }]),
  ]
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split(/\r\n|\n|\r/).length
}

function readSeparated(text: string, { bytes, isWhole }: Head, settings: ReadSettings): Read {
  const delimiter = settings.format === 'tsv' ? '\t' : settings.delimiter
  const skipped = settings.hasDelimiterLine ? (delimiterLine(text)?.length ?? 0) : 0
  const { records, oddQuoteLines, lostQuoteLines } = readRecords(text.slice(skipped), delimiter, isWhole, sampledRecords + 1, skipped > 0 ? 2 : 1)
  const [first] = records
  const rest = settings.hasHeader ? records.slice(1) : records
  const width = first?.fields.length ?? 0
  const fields = (first?.fields ?? []).map(({ text: heading }, source): SampleField => ({
    source,
    heading: settings.hasHeader ? heading : null,
  }))
  const ragged = rest.filter((record) => record.fields.length !== width)
  const isComplete = isWhole && records.length <= sampledRecords
  const problems: SampleProblem[] = []
  if (oddQuoteLines.length > 0) problems.push({ isFatal: false, text: oddQuotesText(oddQuoteLines) })
  if (lostQuoteLines.length > 0) problems.push({ isFatal: false, text: lostQuotesText(lostQuoteLines) })
  if (first !== undefined && rest.length === 0 && isComplete) problems.push({ isFatal: false, text: sampleText.onlyHeader })
  if (ragged.length > 0) problems.push({ isFatal: false, text: raggedText(ragged, width) })
  return {
    fields,
    rows: rest.map((record): SampleRow => ({
      line: record.line,
      cells: fields.map((_, place) => cellOf(record, place, settings.nullText)),
      extra: Math.max(0, record.fields.length - width),
    })),
    problems,
    bytes: bytesUsed(text, records.length > sampledRecords ? records.at(-1)!.line : null, bytes.length),
    isComplete,
  }
}

function cellOf({ fields }: RawRecord, place: number, nullText: string): SampleCell | undefined {
  const field = fields[place]
  if (field === undefined) return undefined
  return !field.isQuoted && field.text === nullText ? null : { text: field.text, form: 'plain' }
}

function oddQuotesText(lines: readonly number[]): string {
  const some = lines.length === 1 ? sampleText.lineHasQuote(lines[0]!) : sampleText.linesHaveQuote(lines.length, lines[0]!)
  return sampleText.oddQuote(some)
}

function lostQuotesText(lines: readonly number[]): string {
  const some = lines.length === 1 ? sampleText.lineHasQuotes(lines[0]!) : sampleText.linesHaveQuotes(lines.length, lines[0]!)
  return sampleText.quoteInside(some)
}

function raggedText(ragged: readonly RawRecord[], width: number): string {
  const [first] = ragged
  const lines = ragged.length === 1 ? sampleText.lineHas(first!.line) : sampleText.rowsHave(ragged.length, width, first!.line)
  const count = first!.fields.length
  return sampleText.ragged(lines, count, ragged.length === 1 ? width : null)
}

/** Bytes up to a line, by its share of the text; all when there is none. */
function bytesUsed(text: string, line: number | null, bytes: number): number {
  if (line === null) return bytes
  let place = 0
  for (let at = 1; at < line && place >= 0; at += 1) place = text.indexOf('\n', place + 1)
  return place < 0 ? bytes : Math.round((bytes * place) / text.length)
}

function readJson(text: string, { bytes, isWhole }: Head, format: 'json' | 'ndjson', member?: string): Read {
  const { objects, problem } = readJsonObjects(text, format, isWhole, sampledRecords, member)
  const names = new Set(objects.flatMap((object) => [...object.fields.keys()]))
  const fields = [...names].map((name): SampleField => ({ source: name, heading: name }))
  const isComplete = isWhole && objects.length < sampledRecords
  const problems: SampleProblem[] = []
  if (problem !== null) problems.push({ isFatal: true, text: sampleText.lineProblem(problem.line, problem.text) })
  else if (member !== undefined && format === 'json') problems.push({ isFatal: false, text: memberText(member) })
  else if (objects.length === 0 && isWhole) problems.push({ isFatal: true, text: sampleText.noRows })
  return {
    fields,
    rows: objects.map((object): SampleRow => ({
      line: object.line,
      cells: fields.map(({ heading }) => jsonCell(object.fields.get(heading!))),
      extra: 0,
    })),
    problems,
    bytes: bytesUsed(text, objects.length === sampledRecords ? objects.at(-1)!.line : null, bytes.length),
    isComplete,
  }
}

function memberText(member: string): string {
  return sampleText.rowsMember(JSON.stringify(member))
}

function jsonCell(raw: string | undefined): SampleCell {
  if (raw === undefined || raw === 'null') return null
  if (raw.startsWith('"')) return { text: JSON.parse(raw) as string, form: 'string' }
  if (raw === 'true' || raw === 'false') return { text: raw, form: 'boolean' }
  return { text: raw, form: raw.startsWith('{') || raw.startsWith('[') ? 'document' : 'number' }
}
