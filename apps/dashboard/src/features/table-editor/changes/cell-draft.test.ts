import { expect, test } from 'vitest'
import { column } from '../fixtures.ts'
import { inputOfText, isSame, problemOf } from './cell-draft.ts'
import { cellKind } from '../../../lib/data-grid/cells/cell-kind.ts'
import { choicesOf } from './choices.ts'

const text = column('t', { base_format: 'text' })
const number = column('n', { base_format: 'numeric' })
const json = column('j', { base_format: 'jsonb' })

test('an emptied text is an empty text, an emptied number is NULL', () => {
  expect(inputOfText(text, '')).toEqual({ kind: 'text', text: '' })
  expect(inputOfText(number, '')).toEqual({ kind: 'null' })
})

test('what was copied from an empty cell is pasted as the same', () => {
  const kept = [{ base_format: 'tsvector' }, { base_format: 'varbit' }, { base_format: 'char' }, { base_format: 'size', enums: ['', 'S'] }]
  for (const type of kept) expect(inputOfText(column('c', type), '')).toEqual({ kind: 'text', text: '' })
  for (const type of [
    { base_format: 'size', enums: ['S'] },
    { base_format: '_text', is_array: true },
  ]) {
    expect(inputOfText(column('c', type), '')).toEqual({ kind: 'null' })
  }
})

test('numbers go as they were typed, digit for digit', () => {
  expect(inputOfText(number, '98765432109876543210.000000000000000001')).toEqual({ kind: 'text', text: '98765432109876543210.000000000000000001' })
})

test('nothing is sent for a value that stays as it is', () => {
  expect(isSame({ kind: 'text', text: '' }, null)).toBe(false)
  expect(isSame({ kind: 'null' }, null)).toBe(true)
  expect(isSame({ kind: 'default' }, '1')).toBe(false)
})

test('what is wrong for sure is said before the database is asked', () => {
  expect(problemOf(column('id', { is_nullable: false }), { kind: 'null' })).toBe('id must have a value')
  expect(problemOf(json, { kind: 'text', text: '{"a":' })).toMatch(/^Not valid JSON/)
  expect(problemOf(json, { kind: 'text', text: '1' })).toBeNull()
  expect(problemOf(number, { kind: 'text', text: 'NaN' })).toBeNull()
})

test('booleans and enums offer their values, and NULL and the default where they may be', () => {
  expect(choicesOf(column('b', { base_format: 'bool', is_nullable: false })).map(({ label }) => label)).toEqual(['true', 'false'])
  const mood = column('m', { base_format: 'mood', enums: ['sad', 'NULL'], default_value: "'sad'::mood" })
  expect(choicesOf(mood).map(({ input }) => input.kind)).toEqual(['text', 'text', 'null', 'default'])
  expect([cellKind(mood), cellKind({ ...mood, is_array: true })]).toEqual(['enum', 'plain'])
})
