import type { ImportEncoding } from '@colonnade/contracts/data/row-imports'
import { describe, expect, test } from 'vitest'
import { headOf } from './fixtures.ts'
import { notTextReason } from './not-text.ts'
import { readHead } from './read-head.ts'
import { detectSettings, readSample, type Head } from './sample.ts'

const read = (head: Head, fileName?: string) => {
  const settings = detectSettings(head, fileName)
  const sample = readSample(head, settings)
  return {
    settings,
    headings: sample.fields.map(({ heading }) => heading),
    rows: sample.rows.map(({ cells }) => cells.map((cell) => (cell === null ? null : cell?.text))),
    problems: sample.problems.map(({ text }) => text),
    sample,
  }
}

describe('encodings', () => {
  const text = 'name;city\nJörg;Köln\nZoë;Łódź\n'
  test.for<[ImportEncoding, boolean]>([
    ['utf-8', false],
    ['utf-8', true],
    ['utf-16le', true],
    ['utf-16be', true],
    ['utf-16le', false],
    ['utf-16be', false],
  ])('%s, byte order mark: %s', ([encoding, hasMark]) => {
    const { settings, headings, rows } = read(headOf(text, { encoding, hasMark }))
    expect(settings).toMatchObject({ encoding, delimiter: ';', format: 'csv', hasHeader: true })
    expect([headings, rows[1]]).toEqual([
      ['name', 'city'],
      ['Zoë', 'Łódź'],
    ])
  })

  test('bytes that are no UTF-8 are loaded only once their encoding is chosen', () => {
    const head = headOf('name,price\ncafé,5', { encoding: 'windows-1252' })
    const { settings, rows, sample } = read(head)
    expect([settings.encoding, rows]).toEqual(['windows-1252', [['café', '5']]])
    expect(sample.problems).toMatchObject([{ isFatal: true, text: expect.stringContaining('Choose the one that looks right') }])
    expect(readSample(head, detectSettings(head, '', 'windows-1252')).problems).toEqual([])
  })

  test('a character that the head cuts does not change the encoding', () => {
    const { bytes } = headOf('name\nZoë')
    expect(detectSettings({ bytes: bytes.slice(0, -1), isWhole: false }).encoding).toBe('utf-8')
  })
})

describe('separated values', () => {
  test.for<[what: string, text: string, expected: object]>([
    ['commas', 'a,b\n1,2\n3,4\n', { delimiter: ',', hasHeader: true }],
    ['semicolons with decimal commas', 'amount;rate\n1,5;2,5\n3,25;4,5\n', { delimiter: ';' }],
    ['semicolons with decimal commas and no header', '1,5;2,5\n3,25;4,5\n', { delimiter: ';', hasHeader: false }],
    ['tabs, with commas inside', 'a\tb\nx, y\tz, w\n', { delimiter: '\t', format: 'tsv' }],
    ['bars', 'a|b|c\n1|2|3\n', { delimiter: '|' }],
    ['a delimiter within quotes', 'a,b\n"1;2;3",x\n"4;5;6",y\n', { delimiter: ',' }],
    ['one column', 'name\nAda\nGrace Hopper\n', { delimiter: ',', hasHeader: true }],
    ['names that could be values', 'id,t\n1,a\n2,b\n', { hasHeader: true }],
    ['names over days and numbers', 'd,f,e\n01/02/2024,x,7\n', { hasHeader: true }],
    ['only values', '1,2024-01-01\n2,2024-01-02\n', { hasHeader: false }],
    ['texts that come again', 'red,blue\nblue,red\nred,blue\n', { hasHeader: false }],
    ['ragged rows', 'a;b;c\n1;2;3\n1;2\n1;2;3;4\n', { delimiter: ';' }],
  ])('%s', ([, text, expected]) => {
    expect(read(headOf(text)).settings).toMatchObject(expected)
  })

  test('quotes hold line ends, delimiters and quotes; NULL is empty without quotes', () => {
    const { rows, sample } = read(headOf('a,b,c\r\n"one\r\ntwo","x,""y""",\r\n1,"",3\r\n'))
    expect(rows).toEqual([
      ['one\r\ntwo', 'x,"y"', null],
      ['1', '', '3'],
    ])
    expect(sample.rows.map(({ line }) => line)).toEqual([2, 4])
  })

  test('quotes open and close within values too, and lines with nothing count only where there is one field', () => {
    expect(read(headOf('a,b\n\nx"1,2"y,""\n')).rows).toEqual([['x1,2y', '']])
    expect(read(headOf('name\nAda\n\nGrace\n')).rows).toEqual([['Ada'], [null], ['Grace']])
  })

  test('quotes that a value loses are pointed out', () => {
    const { rows, problems } = read(headOf('a,b\n1,"said "hi" to me"\n2,"said ""hi"""\n{"n":3},{"m":4}\n'))
    expect(rows).toEqual([
      ['1', 'said hi to me'],
      ['2', 'said "hi"'],
      ['{n:3}', '{m:4}'],
    ])
    expect(problems).toEqual([expect.stringContaining('2 of the first lines (starting with line 2) have quotes inside a value, which')])
  })

  test('ragged rows are pointed out, with their line', () => {
    const { problems, sample } = read(headOf('a,b\n1,2\n3\n4,5,6\n'))
    expect(problems).toEqual(['2 of the first rows don’t have 2 values: line 3 has 1 value. These are invalid rows.'])
    expect([sample.rows[1]!.cells[1], sample.rows[2]!.extra]).toEqual([undefined, 1])
  })

  test.for<[string, string, string]>([
    ['an empty file', '', 'The file is empty'],
    ['blanks', ' \n\n', 'The file is empty'],
    ['a header alone', 'a,b\n', 'The file has a header but no rows'],
    ['a NUL', 'a,b\n1,x\0y\n', 'Line 2 contains a NUL character, which Postgres can’t store. Check the encoding.'],
  ])('%s is told', ([, text, problem]) => {
    expect(read(headOf(text)).problems).toContain(problem)
  })

  test.for<[string, string, string[], number]>([
    ['before a value', 'a,b\n1,Tom\n2,"Kit\n3,Bob\n4,"Sam, ""x"" y"\n5,Max\n', ['1', '3', '4', '5'], 3],
    ['within a value', 'a,b\n1,Tom\n2,Kit 6" long\n3,Bob\n4,"Sam"\n5,Max\n', ['1', '3', '4', '5'], 3],
    ['in the last row', 'a,b\r\n1,"line\r\nend"\r\n2,"Kit', ['1'], 4],
    ['in the row before the last', 'a,b\n1,"Kit\n2,Bob', ['2'], 2],
  ])('an odd quote %s takes no other row along', ([, text, ids, line]) => {
    const { rows, problems, sample } = read(headOf(text))
    expect(rows.map(([id]) => id)).toEqual(ids)
    expect(problems).toEqual([expect.stringContaining(`Line ${line} has a quote`)])
    const lines = text.split(/\r?\n/)
    for (const row of sample.rows) expect(lines[row.line - 1]).toMatch(new RegExp(`^${row.cells[0]!.text},`))
  })

  test('a record that the head cuts is not shown', () => {
    expect(read(headOf('a,b\n1,2\n3,"fo', { isWhole: false })).rows).toEqual([['1', '2']])
  })
})

describe('a first line that names the delimiter for Excel', () => {
  test('is no part of the table, and tells the delimiter', () => {
    const { settings, headings, rows, sample } = read(
      headOf('sep=;\r\nUmsatz;Anteil;Text\r\n"1.234,50";12,5 %;"a; b"\r\n-87,00;;\r\n', { hasMark: true }),
    )
    expect(settings).toMatchObject({ delimiter: ';', hasDelimiterLine: true, hasHeader: true })
    expect([headings, rows[0], sample.rows[0]!.line, sample.numberForm]).toEqual([
      ['Umsatz', 'Anteil', 'Text'],
      ['1.234,50', '12,5 %', 'a; b'],
      3,
      'decimal_comma',
    ])
    expect(read(headOf('sep=|\nname|count\na,b|1\n')).rows).toEqual([['a,b', '1']])
  })

  test('is none where it is a record', () => {
    expect(read(headOf('sep,value\n=;,1\nsep=;,2\n'))).toMatchObject({
      headings: ['sep', 'value'],
      rows: [
        ['=;', '1'],
        ['sep=;', '2'],
      ],
    })
  })
})

describe('JSON', () => {
  test('the rows of one object are those of its member with an array of objects, on one line or several, whole or not', () => {
    const text = '{"total": 2, "rows": [{"id": 1}, {"id": 2}], "next": null}'
    for (const head of [headOf(text), headOf(text.replaceAll(',', ',\n')), headOf(text.slice(0, 34), { isWhole: false })]) {
      const { settings, rows, problems } = read(head, 'x.json')
      expect(settings).toMatchObject({ format: 'json', rowsMember: 'rows' })
      expect([rows[0], problems]).toEqual([['1'], [expect.stringContaining('the member "rows"; other members are ignored')]])
    }
    expect(read(headOf('{"a": [{"b": 1}]}\n{"a": []}\n')).settings.format).toBe('ndjson')
    expect(read(headOf('{"a": [{"b": 1}]}\n{"a": [', { isWhole: false })).settings.format).toBe('ndjson')
  })

  const rows = '[{"id": 12345678901234567890, "ok": true, "tags": [1, {"a": "]"}], "note": null},\n {"id": 1.50, "name": "x\\"y\\u00e9"}]'
  test('an array of objects: values as they are written, fields of all rows', () => {
    const { settings, headings, rows: read_ } = read(headOf(rows))
    expect([settings.format, headings]).toEqual(['json', ['id', 'ok', 'tags', 'note', 'name']])
    expect(read_).toEqual([
      ['12345678901234567890', 'true', '[1, {"a": "]"}]', null, null],
      ['1.50', null, null, null, 'x"yé'],
    ])
  })

  test('an object a line', () => {
    const { settings, sample } = read(headOf('{"a": 1}\n\n{"a": {"b": "}"}}\n'))
    expect([settings.format, sample.rows.map(({ line }) => line)]).toEqual(['ndjson', [1, 3]])
  })

  test.for<[what: string, text: string, name: string, problem: string | RegExp]>([
    ['cut short', '[{"a": 1}, {"a": ', 'x.json', /truncated/],
    ['one object', '{\n "a": 1\n}', 'x.json', /a single JSON object, not an array/],
    ['no row', '[]', 'x.json', /no row/],
    ['not JSON at all', 'hello', 'x.json', /Expected a JSON array of objects/],
    ['a number among the rows', '[{"a": 1}, 5]', 'x.json', /Each row must be an object in braces, not “5]”/],
    ['a bare word', '{"a": nope}\n', 'x.ndjson', /Line 1: This isn’t a JSON value: “nope}”/],
    ['rows over several lines', '{"a":\n1}\n{"a": 2}\n', 'x.ndjson', /must be on a single line/],
    ['two rows on a line', '{"a": 1} {"a": 2}\n', 'x.ndjson', /its own line/],
    ['a missing comma', '[{"a": 1 "b": 2}]', 'x.json', /a comma or the end of the object/],
  ])('%s is told', ([, text, name, problem]) => {
    expect(read(headOf(text), name).problems.join('\n')).toMatch(problem)
  })

  test('a head that ends within a row is no fault', () => {
    const { problems, rows: shown } = read(headOf('[{"a": "x"}, {"a": "lo', { isWhole: false }))
    expect([problems, shown]).toEqual([[], [['x']]])
  })
})

describe('what is no text', () => {
  test.for<[number[] | string, string]>([
    [[0x89, 0x50, 0x4e, 0x47, 0x0d], 'a PNG image'],
    [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook or another ZIP archive'],
    [[0x1f, 0x8b, 8, 0], 'compressed with gzip'],
    [[1, 2, 3, 4, 5, 6, 7, 8], 'binary'],
  ])('%j is %s', ([bytes, is]) => {
    expect(notTextReason(Uint8Array.from(bytes as number[]))?.is).toBe(is)
  })

  test('texts of every encoding are texts', () => {
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const) {
      expect(notTextReason(headOf('a,b\n1,2\n', { encoding }).bytes)).toBe(null)
    }
  })
})

test('a cell of 10 MB is read past, and only the head of the rest', async () => {
  const big = `id,body\n1,"${'x'.repeat(10 * 1024 * 1024)}"\n2,short\n3,end\n`
  const head = await readHead(new Blob([big, 'y'.repeat(8 * 1024 * 1024)]))
  expect(head.isWhole).toBe(false)
  const { sample } = read(head)
  expect(sample.rows.map(({ cells }) => cells[1]?.text.length)).toEqual([10 * 1024 * 1024, 5, 3])
})
