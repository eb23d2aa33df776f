import { expect, test } from 'vitest'
import { conflictWords } from './conflict-words.ts'

const theirs = { name: 'Revenue', updated_by: { username: 'Ada', primary_email: 'ada@example.com' } }

test('what somebody else changed is told by their name', () => {
  expect(conflictWords(theirs, 'bob@example.com')).toMatchObject({
    note: 'Changed by Ada',
    title: 'Ada also changed “Revenue”',
    before: 'Saved by Ada',
    take: 'Use theirs',
  })
})

test('what one changed oneself is not told as if somebody else had, and not by which means: an access token is no window', () => {
  const words = conflictWords(theirs, 'ada@example.com')
  expect(words).toMatchObject({ note: 'You changed it elsewhere', title: 'You also changed “Revenue” elsewhere', before: 'Saved elsewhere' })
  expect(JSON.stringify(words)).not.toMatch(/Ada|their|another window/)
})
