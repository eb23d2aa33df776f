import { expect, test } from 'vitest'
import { nameAfter, nameOfText } from './document-name.ts'

test('a text is called what its first comment says', () => {
  expect(nameOfText('-- Revenue by month\nselect 1')).toBe('Revenue by month')
  expect(nameOfText('\n\n/* Top\n * customers\n */ select 1')).toBe('Top customers')
  expect(nameOfText('--------\n-- Rows that went\nselect 1')).toBe('Rows that went')
})

test('without a comment, the beginning of its first statement', () => {
  expect(nameOfText('select *\n  from orders;\ndelete from orders')).toBe('select * from orders')
  const long = nameOfText(`select ${'a, '.repeat(50)}b`)
  expect([long.length, long.endsWith('…')]).toEqual([60, true])
})

test('a text that says nothing is untitled', () => {
  for (const text of ['', '  \n', ';', '--', '/* */', '-- \n', '/* not closed'])
    expect([text, nameOfText(text)]).toEqual([text, text === '/* not closed' ? '/* not closed' : 'Untitled'])
})

test('a name has no line break, control character or half character', () => {
  expect(nameOfText('select \u0000\t1')).toBe('select 1')
  expect(nameOfText('-- a\ud800b')).toBe('a\ufffdb')
  expect(nameOfText(`-- ${'𝒳'.repeat(80)}`)).toBe(`${'𝒳'.repeat(29)}…`)
})

test('a private text that nobody has named goes on being called by what it says', () => {
  expect(nameAfter({ name: 'select 1', visibility: 'private' }, 'select 1', '-- Orders')).toBe('Orders')
  expect(nameAfter({ name: 'Mine', visibility: 'private' }, 'select 1', '-- Orders')).toBeUndefined()
  expect(nameAfter({ name: 'select 1', visibility: 'project' }, 'select 1', '-- Orders')).toBeUndefined()
})
