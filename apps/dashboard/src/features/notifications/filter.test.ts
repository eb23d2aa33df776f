import { expect, test } from 'vitest'
import { countFilters, noFilter, queryOf, switchBox } from './filter.ts'

test.each([
  { promise: 'the inbox asks for new and seen (spec §7)', box: 'inbox' as const, filter: {}, expected: { status: ['new', 'seen'] } },
  { promise: 'unread only asks for new', box: 'inbox' as const, filter: { isUnreadOnly: true }, expected: { status: ['new'] } },
  { promise: 'the archive asks for what is archived', box: 'archived' as const, filter: {}, expected: { status: ['archived'] } },
  {
    promise: 'priorities, organizations and projects go along',
    box: 'inbox' as const,
    filter: { priorities: ['Warning' as const], organizations: ['acme'], projects: ['a', 'b'] },
    expected: { status: ['new', 'seen'], priority: ['Warning'], org_slug: ['acme'], project_ref: ['a', 'b'] },
  },
])('$promise', ({ box, filter, expected }) => {
  expect(queryOf(box, { ...noFilter, ...filter })).toEqual(expected)
})

test('the unread filter is cleared when switching to Archived; others stay (spec §4)', () => {
  const filter = { ...noFilter, isUnreadOnly: true, priorities: ['Critical' as const] }
  expect(switchBox('archived', filter)).toEqual({ ...filter, isUnreadOnly: false })
  expect(switchBox('inbox', filter)).toEqual(filter)
  expect(countFilters(filter)).toBe(2)
})
