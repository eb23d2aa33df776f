import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const kinds = (text: string, language: Parameters<typeof highlight>[1]) =>
  highlight(text, language)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text: part }) => `${kind} ${part}`)

test('placeholders stand out, also inside of quotes', () => {
  expect(kinds('postgresql://postgres:[YOUR-PASSWORD]@h/d', 'plain')).toEqual(['placeholder [YOUR-PASSWORD]'])
  expect(kinds(`f('[YOUR-PASSWORD]')`, 'c-like')).toEqual([`text '`, 'placeholder [YOUR-PASSWORD]', `text '`])
})

test('an address in quotes is no comment', () => {
  expect(kinds(`const a = "https://x" // why`, 'c-like')).toEqual(['word const', 'text "https://x"', 'comment // why'])
})

test('names of an environment file are names, and its addresses have no comments in them', () => {
  expect(kinds('DATABASE_URL=postgresql://a#b\n# note', 'env')).toEqual(['name DATABASE_URL', 'comment # note'])
})

test('a word inside of a longer one, or of a member, is none', () => {
  expect(kinds('classy x.from(y) re-export', 'c-like')).toEqual([])
})
