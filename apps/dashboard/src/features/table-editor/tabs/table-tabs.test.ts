import { expect, test } from 'vitest'
import { closeTab, fitTabs, keepTab, moveTab, rememberSearch, renameTabs, showTab, tabAfter, type TableTab } from './table-tabs.ts'

const named = (id: number) => ({ id, schema: 'public', name: `t${id}`, type: 'r' as const })
const kept = (...ids: number[]) => ids.reduce<readonly TableTab[]>((tabs, id) => showTab(tabs, named(id), true), [])
const ids = (tabs: readonly TableTab[]) => tabs.map(({ id, isPreview }) => (isPreview ? `${id}?` : String(id)))

test('one tab is a preview, whose place the next relation takes until it is kept', () => {
  const first = showTab(kept(1), named(2))
  expect(ids(first)).toEqual(['1', '2?'])
  expect(ids(showTab(first, named(3)))).toEqual(['1', '3?'])
  expect(ids(showTab(keepTab(first, 2), named(3)))).toEqual(['1', '2', '3?'])
  expect(ids(showTab(first, named(2), true))).toEqual(['1', '2'])
  expect(showTab(first, named(1))).toBe(first)
})

test('closing one shows its neighbour', () => {
  const tabs = kept(1, 2, 3)
  expect([1, 2, 3].map((id) => tabAfter(tabs, id)?.id)).toEqual([2, 3, 2])
  expect(ids(closeTab(tabs, 2))).toEqual(['1', '3'])
  expect(tabAfter(kept(1), 1)).toBeNull()
})

test('tabs move to any place, and not beyond the ends', () => {
  const tabs = kept(1, 2, 3, 4)
  expect(ids(moveTab(tabs, 1, 2))).toEqual(['2', '3', '1', '4'])
  expect(ids(moveTab(tabs, 4, 0))).toEqual(['4', '1', '2', '3'])
  expect(ids(moveTab(tabs, 2, 99))).toEqual(['1', '3', '4', '2'])
  expect(moveTab(tabs, 1, -1)).toBe(tabs)
})

test('of too many the first go, but not one that holds unsaved edits or is looked at', () => {
  const tabs = kept(1, 2, 3, 4, 5)
  expect(ids(fitTabs(tabs, 3, (id) => id === 1))).toEqual(['1', '4', '5'])
  expect(fitTabs(tabs, 5, () => false)).toBe(tabs)
  expect(ids(fitTabs(tabs, 2, () => true))).toEqual(['1', '2', '3', '4', '5'])
})

test('renames and what a tab looked at are taken over, and nothing changes for nothing', () => {
  const tabs = kept(1, 2)
  expect(renameTabs(tabs, [{ ...named(2), schema: 'other', name: 'new' }])[1]).toMatchObject({ schema: 'other', name: 'new' })
  expect(renameTabs(tabs, [named(1), named(9)])).toBe(tabs)
  const searched = rememberSearch(tabs, 1, { sort: ['id:desc'] })
  expect(searched[0]?.search).toEqual({ sort: ['id:desc'] })
  expect(rememberSearch(searched, 1, { sort: ['id:desc'] })).toBe(searched)
})
