import { expect, test } from 'vitest'
import { narrow } from './narrow.ts'

const command = (label: string) => ({ id: label, label, run: () => {} })
const group = (label: string, ...labels: string[]) => ({ label, items: labels.map(command) })
const shown = (groups: ReturnType<typeof narrow>) => groups.map(({ label, items }) => [label, ...items.map((item) => item.label)])

const groups = [group('Pages', 'Home', 'Table Editor'), group('Tables', ...Array.from({ length: 2_000 }, (_, at) => `table_${at}`)), group('Empty')]

test('what was used last comes first, as far as it still exists; of long groups only the beginning', () => {
  const [recent, pages, tables, ...others] = shown(narrow(groups, ['table_1999', 'gone', 'Home'], ''))
  expect(recent).toEqual(['Recent', 'table_1999', 'Home'])
  expect(pages).toEqual(['Pages', 'Table Editor'])
  expect(tables).toHaveLength(8)
  expect(others).toEqual([])
})

test('typing finds among all, and puts the group that fits best first', () => {
  expect(shown(narrow(groups, ['Home'], 'table_1234'))).toEqual([['Tables', 'table_1234']])
  expect(shown(narrow([group('A', 'my home'), group('B', 'home')], [], 'home')).map(([label]) => label)).toEqual(['B', 'A'])
})
