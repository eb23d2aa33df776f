import { Box } from 'lucide-react'
import { expect, test } from 'vitest'
import type { EntryGroup } from './entries/entry.ts'
import { narrow, type ShownGroup } from './narrow.ts'

const group = (label: string, ...labels: string[]): EntryGroup => ({
  label,
  entries: labels.map((name) => ({ id: name, label: name, icon: Box, does: { to: '/' } })),
})
const shown = (groups: readonly ShownGroup[]) => groups.map(({ label, entries }) => [label, ...entries.map((entry) => entry.label)])

const groups = [group('Pages', 'Home', 'Table Editor'), group('Tables', ...Array.from({ length: 2_000 }, (_, at) => `table_${at}`)), group('Empty')]

test('what was used last comes first, if it still exists; long groups show only their beginning', () => {
  const [recent, pages, tables, ...others] = shown(narrow(groups, ['table_1999', 'gone', 'Home'], ''))
  expect(recent).toEqual(['Recent', 'table_1999', 'Home'])
  expect(pages).toEqual(['Pages', 'Table Editor'])
  expect(tables).toHaveLength(8)
  expect(others).toEqual([])
})

test('typing searches everything and puts the group with the best match first', () => {
  expect(shown(narrow(groups, ['Home'], 'table_1234'))).toEqual([['Tables', 'table_1234']])
  expect(shown(narrow([group('A', 'my home'), group('B', 'home')], [], 'home')).map(([label]) => label)).toEqual(['B', 'A'])
})

test('of equal matches, what was used last comes first, but never before a better match', () => {
  const roles = [group('A', 'Roles'), group('B', 'roles', 'roles_old')]
  expect(shown(narrow(roles, ['roles'], 'roles'))).toEqual([
    ['B', 'roles', 'roles_old'],
    ['A', 'Roles'],
  ])
  expect(shown(narrow(roles, ['roles_old'], 'roles'))[0]).toEqual(['A', 'Roles'])
})

test('groups of names by the thousand show only when searched, and only what is spelled right', () => {
  const columns: EntryGroup = { ...group('Columns', 'email', 'emails_sent'), isSearchOnly: true, isExact: true, most: 1 }
  expect(narrow([columns], [], '')).toEqual([])
  expect(shown(narrow([columns], [], 'email'))).toEqual([['Columns', 'email']])
  expect(shown(narrow([columns, group('Pages', 'Email templates')], [], 'emial'))).toEqual([['Pages', 'Email templates']])
})
