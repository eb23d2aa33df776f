import { expect, test } from 'vitest'
import { appendToDraft } from './draft.ts'

test('a text from elsewhere goes below the draft and never replaces it', () => {
  expect(appendToDraft('', 'create table t ();')).toEqual({ text: 'create table t ();', from: 0 })
  expect(appendToDraft('select 1;\n', 'select 2;')).toEqual({ text: 'select 1;\n\nselect 2;', from: 11 })
})

test('asking for the same text twice writes it once', () => {
  expect(appendToDraft('select 1;\n\nselect 2;\n', 'select 2;')).toEqual({ text: 'select 1;\n\nselect 2;\n', from: 11 })
})
