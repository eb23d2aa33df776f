import { expect, test } from 'vitest'
import { nameOfFile, problemsText, sqlFileName, sqlFileOf, textOfFile } from './sql-files.ts'

test('a snippet is called as its file, and stands in the folders of its path', () => {
  expect(nameOfFile('reports/monthly/Revenue.sql')).toEqual({ name: 'Revenue', folder: 'reports/monthly' })
  expect(nameOfFile('schema.SQL')).toEqual({ name: 'schema', folder: '' })
  expect(nameOfFile('.sql')).toEqual({ name: 'Untitled', folder: '' })
  expect(nameOfFile(`${'x'.repeat(150)}.sql`).name).toHaveLength(100)
  expect(nameOfFile(`${'deep/'.repeat(60)}a.sql`)).toEqual({ name: 'a', folder: '' })
})

test('a file gets a name that file systems take', () => {
  expect(['Revenue', 'a/b: "c"?', '..', '<>', ' x. '].map(sqlFileName)).toEqual([
    'Revenue.sql',
    'a-b- -c.sql',
    'untitled.sql',
    'untitled.sql',
    'x.sql',
  ])
})

test('texts come in UTF-8 and UTF-16; what is no text is refused', () => {
  expect(textOfFile(new TextEncoder().encode("\ufeffselect 'é';\r\n"))).toBe("select 'é';\n")
  expect(textOfFile(Uint8Array.of(0xff, 0xfe, 0x61, 0x00))).toBe('a')
  expect(textOfFile(Uint8Array.of(0x61, 0xe9, 0x62))).toBeNull()
  expect(textOfFile(Uint8Array.of(0x61, 0x00))).toBeNull()
})

test('files that are left out are all told, each with its reason', () => {
  const odd = 'not a text in UTF-8'
  const told = problemsText([
    { name: 'a.bin', problem: odd },
    { name: 'c.sql', problem: 'too large' },
    { name: 'f/b.bin', problem: odd },
  ])
  expect(told).toBe('a.bin, f/b.bin (not a text in UTF-8); c.sql (too large)')
})

test('many snippets are one file with headings', () => {
  const file = sqlFileOf([
    { name: 'a', folder: 'f', content: 'select 1;\n\n' },
    { name: 'b', folder: '', content: 'select 2' },
  ])
  expect(file).toMatch(/^-- =+\n-- f\/a\n-- =+\n\nselect 1;\n\n-- =+\n-- b\n-- =+\n\nselect 2;\n$/)
})
