import { expect, test } from 'vitest'
import { applyEdits } from '../../../../lib/sql-text/edits.ts'
import { readPart } from './read-part.ts'

test('commands of psql become queries on their own line', () => {
  const text = 'select 1;\n\\dn\nselect 2'
  const { edits, refusals } = readPart(text)
  expect(refusals).toEqual([])
  expect(applyEdits(text, edits)).toMatch(/^select 1;\nselect n\.nspname .*;\nselect 2$/)
})

test('what can not be sent is told where it stands', () => {
  const text = "select 1;\n  \\copy t from 'a'\ncopy t from stdin;\n1\n\\.\nCopy t to STDOUT;"
  const told = readPart(text).refusals.map(({ span, words }) => [text.slice(span.from, span.to), words.split(' ').slice(0, 5).join(' ')])
  expect(told).toEqual([
    ["\\copy t from 'a'", '\\copy is a psql command.'],
    ['copy t from stdin', 'COPY … FROM STDIN needs'],
  ])
})

test('a command behind a statement is told, a backslash in quotes is none', () => {
  const text = "select '\\gx', E'\\\\', $$\\q$$ \\gx\nselect 2 \\d orders\n"
  const told = readPart(text).refusals.map(({ span, words }) => [text.slice(span.from, span.to), words])
  expect(told).toEqual([['\\gx', String.raw`\gx is a psql command. Press Run instead.`]])
  expect(readPart('select 2 \\d orders').refusals).toEqual([{ span: { from: 9, to: 18 }, words: expect.stringContaining('their own line') }])
})

test('plain SQL is sent as it is', () => {
  expect(readPart("select '\\d', 'copy t from stdin' -- \\q")).toEqual({ edits: [], refusals: [], parameters: [] })
})

test('a dump of pg_dump runs without the lines that guard it in psql', () => {
  const dump = '--\n-- PostgreSQL database dump\n--\n\n\\restrict abc\n\nset row_security = off;\n\n\\unrestrict abc\n'
  const { edits, refusals } = readPart(dump)
  expect(refusals).toEqual([])
  expect(edits.map(({ from, to, insert }) => [dump.slice(from, to), insert])).toEqual([
    ['\\restrict abc', ''],
    ['\\unrestrict abc', ''],
  ])
})
