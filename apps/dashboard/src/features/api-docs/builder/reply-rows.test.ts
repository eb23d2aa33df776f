import { expect, test } from 'vitest'
import { readRows, rowsShown } from './reply-rows.ts'

test('a list of rows has the columns of all of them, and their values as texts', () => {
  expect(readRows('[{"id":1,"title":"Alien"},\n {"id":2,"tags":["a",1],"by":null}]')).toEqual({
    columns: ['id', 'title', 'tags', 'by'],
    rows: [
      ['1', 'Alien', null, null],
      ['2', null, '["a",1]', null],
    ],
    total: 2,
  })
})

test('numbers stay as they were written, whatever their size', () => {
  expect(readRows('[{"a":9007199254740993,"b":1.10,"c":{"d":12345678901234567890}}]')!.rows).toEqual([
    ['9007199254740993', '1.10', '{"d":12345678901234567890}'],
  ])
})

test('only the first rows are shown', () => {
  const read = readRows(JSON.stringify(Array.from({ length: rowsShown + 5 }, (_, id) => ({ id }))))!
  expect([read.rows.length, read.total]).toEqual([rowsShown, rowsShown + 5])
})

test('anything else is no list of rows', () => {
  for (const body of ['', '{"a":1}', '[]', '[1]', '[{"a":1},null]', '[{', 'id,title']) expect(readRows(body)).toBeNull()
})
