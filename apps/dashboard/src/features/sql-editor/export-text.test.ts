import { expect, test } from 'vitest'
import { toCsv, toJson } from './export-text.ts'

const field = (name: string, type = 'text') => ({ name, type, type_oid: 0, table_oid: 0, column_number: 0 })

test('CSV keeps NULL and the empty text apart, and quotes what needs it', () => {
  const rows = [
    ['1', null],
    ['a,b', ''],
    ['say "hi"', 'two\nlines'],
  ]
  expect(toCsv({ fields: [field('id'), field('note')], rows })).toBe('id,note\r\n1,\r\n"a,b",""\r\n"say ""hi""","two\nlines"')
})

test('JSON loses no digit, and keeps columns of one name apart', () => {
  const fields = [field('n', 'integer'), field('n', 'bigint'), field('j', 'jsonb'), field('b', 'boolean'), field('f', 'double precision')]
  const text = toJson({ fields, rows: [['1', '9007199254740993', '{"a": 1}', 't', 'NaN']] })
  expect(text).toBe('[\n  { "n": 1, "n_2": "9007199254740993", "j": {"a": 1}, "b": true, "f": "NaN" }\n]')
  expect(toJson({ fields, rows: [] })).toBe('[]')
})
