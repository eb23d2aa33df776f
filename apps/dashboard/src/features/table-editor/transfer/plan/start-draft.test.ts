import { expect, test } from 'vitest'
import { column, entity } from '../../fixtures.ts'
import type { Into } from './draft.ts'
import { startDraft } from './start-draft.ts'

const people = entity({ name: 'people', entity_type: 'r', is_insertable: true, columns: [column('email'), column('Full Name')] })

test.for<{ readonly promise: string; readonly text: string; readonly into?: Into; readonly isOpen?: boolean; readonly expected: Into }>([
  { promise: 'a new table that starts from a file', text: 'email\na@b.c\n', into: 'new', expected: 'new' },
  { promise: 'rows imported into the open table', text: 'nothing alike\n1\n', into: 'existing', expected: 'existing' },
  { promise: 'a dropped file with a column of the open table', text: 'other,full_name\n1,Ada\n', expected: 'existing' },
  { promise: 'a dropped file without one', text: 'sku,price\n1,2\n', expected: 'new' },
  { promise: 'a dropped file while no table is open', text: 'email\na@b.c\n', isOpen: false, expected: 'new' },
])('$promise: rows go into the $expected table', async ({ text, into, isOpen = true, expected }) => {
  const { choices } = await startDraft({
    file: new File([text], 'rows.csv'),
    isPasted: false,
    schema: 'public',
    entity: isOpen ? people : null,
    into,
  })
  expect(choices.into).toBe(expected)
})
