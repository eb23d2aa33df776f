import { expect, test } from 'vitest'
import { column, entity } from '../fixtures.ts'
import { goneWords } from './gone-columns.ts'

const before = entity({ columns: [column('id', { id: '1.1' }), column('note', { id: '1.2' }), column('mail', { id: '1.3' })] })

test('columns that were dropped and columns with another name are told apart', () => {
  const now = entity({ columns: [column('id', { id: '1.1' }), column('email', { id: '1.3' }), column('more', { id: '1.4' })] })
  expect(goneWords(before, now)).toMatchObject({
    title: 'The column note no longer exists, mail was renamed to email',
    columns: ['note', 'mail'],
    isFinal: true,
  })
  expect(goneWords(before, entity({ columns: [column('id', { id: '1.1' })] }))?.title).toBe('The columns note, mail no longer exist')
})

test('a table that is gone says so, and one with all its columns says nothing', () => {
  expect(goneWords(before, null)?.title).toBe('album no longer exists')
  expect(goneWords(before, { ...before, columns: [...before.columns, column('more', { id: '1.4' })] })).toBeNull()
})
