import { readRecords } from './records.ts'

/** The likelier ones first: a comma stands in texts and numbers more often than the others do. */
const candidates = ['\t', ';', '|', ',', '^', '~']
const looked = 64 * 1024
const lookedRecords = 60
/** Share of the records that must have as many fields as the first. */
const enough = 0.8

/** What separates the values of a text: what cuts most records into as many fields as the first; a comma when nothing does. */
export function detectDelimiter(text: string, isWhole: boolean): string {
  const head = text.slice(0, looked)
  const isHeadWhole = isWhole && head.length === text.length
  let best = { delimiter: ',', share: enough - 0.01, fields: 1 }
  for (const delimiter of candidates) {
    const { records, oddQuoteLines } = readRecords(head, delimiter, isHeadWhole, lookedRecords)
    const fields = records[0]?.fields.length ?? 0
    if (fields < 2) continue
    // a wrong delimiter has quotes stand within values
    const share = records.filter((record) => record.fields.length === fields).length / (records.length + oddQuoteLines.length)
    if (share > best.share) best = { delimiter, share, fields }
  }
  return best.fields > 1 ? best.delimiter : mostFrequent(head)
}

/** Of ragged records or a cut first one: what the first line has most of. */
function mostFrequent(head: string): string {
  const first = /^[^\r\n]*/.exec(head)![0].replaceAll(/"(?:[^"]|"")*"/g, '')
  let best = { delimiter: ',', count: 0 }
  for (const delimiter of candidates) {
    const count = first.split(delimiter).length - 1
    if (count > best.count) best = { delimiter, count }
  }
  return best.delimiter
}
