import { expect, test } from 'vitest'
import { column } from '../fixtures.ts'
import { choicesOf, findChoices } from './choices.ts'

const choices = choicesOf(column('state', { enums: ['open', 'reopened', 'closed'], default_value: "'open'::state" }))
const labels = (text: string) => findChoices(choices, text).map(({ label }) => label)

test('what is typed finds the labels that have it, those that begin with it first', () => {
  expect(labels('OP')).toEqual(['open', 'reopened', "Default: 'open'::state"])
  expect(labels('e')).toEqual(['open', 'reopened', 'closed', "Default: 'open'::state"])
  expect(labels('null')).toEqual(['NULL'])
  expect(labels('x')).toEqual([])
  expect(labels('')).toHaveLength(5)
})
