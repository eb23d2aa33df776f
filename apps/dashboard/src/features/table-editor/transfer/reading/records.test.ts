import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectEncoding, decodeHead } from './encodings/encoding.ts'
import { encode } from './fixtures.ts'
import { readJsonObjects } from './json-objects.ts'
import { readRecords } from './records.ts'

const field = fc.string({ unit: fc.constantFrom('a', ' ', ',', ';', '"', '\n', '\r\n', 'é', '1', '\t') })
const table = fc.integer({ min: 1, max: 4 }).chain((width) => fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1 }))

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`

test('what is written with quotes is read back', () => {
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', '\t'), fc.constantFrom('\n', '\r\n'), fc.boolean(), (rows, delimiter, end, isEnded) => {
      const text = rows.map((row) => row.map(quote).join(delimiter)).join(end) + (isEnded ? end : '')
      const { records, oddQuoteLines } = readRecords(text, delimiter, true)
      expect(oddQuoteLines).toEqual([])
      expect(records.map(({ fields }) => fields.map((one) => one.text))).toEqual(rows)
      for (const { line, fields } of records) {
        const lines = text.split(/\r\n|\n|\r/)
        expect(lines[line - 1]!.startsWith(quote(fields[0]!.text).split(/\r\n|\n|\r/)[0]!)).toBe(true)
      }
    }),
  )
})

test('a head shows the first records of the whole, wherever it is cut', () => {
  fc.assert(
    fc.property(table, fc.nat(), (rows, cut) => {
      const text = rows.map((row) => row.map(quote).join(',')).join('\n')
      const whole = readRecords(text, ',', true).records
      const { records } = readRecords(text.slice(0, cut % (text.length + 1)), ',', false)
      expect(whole.slice(0, records.length)).toEqual(records)
    }),
  )
})

test('any text ends in records, and never hangs', () => {
  fc.assert(
    fc.property(field, fc.boolean(), (text, isWhole) => {
      expect(readRecords(text, ',', isWhole).records.every(({ fields }) => fields.length > 0)).toBe(true)
    }),
  )
})

test('objects are read back with the very text of their values, as an array and as lines', () => {
  const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 })
  fc.assert(
    fc.property(objects, fc.constantFrom('json', 'ndjson'), (rows, form) => {
      const lines = rows.map((row) => JSON.stringify(row))
      const text = form === 'json' ? `[${lines.join(',\n')}]` : lines.join('\n')
      const { objects: read, problem } = readJsonObjects(text, form, true)
      expect(problem).toBe(null)
      expect(
        read.map(({ fields }) => JSON.stringify(Object.fromEntries([...fields].map(([name, raw]) => [name, JSON.parse(raw) as unknown])))),
      ).toEqual(lines.map((line) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line) as object)))))
    }),
  )
})

test('Latin letters in any encoding are found to be in it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ',', '\n', 'ü'), minLength: 8 }).filter((one) => one.includes('ü'))
  fc.assert(
    fc.property(text, fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'), fc.boolean(), (one, encoding, hasMark) => {
      fc.pre(hasMark || one.split('ü').length < one.length / 4)
      const bytes = encode(one, encoding, hasMark)
      expect(detectEncoding(bytes).encoding).toBe(encoding)
      expect(decodeHead(bytes, encoding)).toBe(one)
    }),
  )
})
