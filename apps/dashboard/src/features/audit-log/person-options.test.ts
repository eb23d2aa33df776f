import { expect, test } from 'vitest'
import { filterText } from './messages.ts'
import { personOptions } from './person-options.ts'

const ada = { id: '1', username: 'ada', primary_email: 'ada@example.com' }
const grace = { id: '2', username: 'grace', primary_email: 'grace@example.com' }
const former = { id: '3', username: 'ada', primary_email: 'ada@elsewhere.example' }
const automatic = { value: 'system', label: filterText.automatic }

test('lists members by name, then automatic changes', () => {
  expect(personOptions([grace, ada], [{ actor: null }, { actor: ada }], undefined)).toEqual([
    { value: '1', label: 'ada' },
    { value: '2', label: 'grace' },
    automatic,
  ])
})

test('lists a former member with entries, and tells equal names apart by email', () => {
  expect(personOptions([ada], [{ actor: former }], undefined)).toEqual([
    { value: '3', label: 'ada (ada@elsewhere.example)' },
    { value: '1', label: 'ada (ada@example.com)' },
    automatic,
  ])
})

test('keeps the chosen person in the list, also without a name', () => {
  expect(personOptions([ada], [], '9')).toContainEqual({ value: '9', label: filterText.formerMember })
  expect(personOptions([ada], [], 'system')).toHaveLength(2)
})
