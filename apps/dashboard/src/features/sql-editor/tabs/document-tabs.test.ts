import { expect, test } from 'vitest'
import { closeTab, type DocumentTabs, fitTabs, moveTab, openTab, settleNew, tabAfter } from './document-tabs.ts'

const open = (...ids: string[]): DocumentTabs => ({ tabs: ids.map((id) => ({ id, name: id.toUpperCase() })), nextId: 'n' })
const ids = ({ tabs }: DocumentTabs) => tabs.map(({ id }) => id).join('')

test('a text has one tab, with the name that it has now', () => {
  expect(ids(openTab(open('a', 'b'), { id: 'c', name: 'C' }))).toBe('abc')
  const renamed = openTab(open('a', 'b'), { id: 'a', name: 'Other' })
  expect([ids(renamed), renamed.tabs[0]?.name]).toEqual(['ab', 'Other'])
  const same = open('a')
  expect(openTab(same, { id: 'a', name: 'A' })).toBe(same)
})

test('closing one shows its neighbour, the last one a new text', () => {
  expect(['a', 'b', 'c'].map((id) => tabAfter(open('a', 'b', 'c'), id))).toEqual(['b', 'c', 'b'])
  expect(tabAfter(open('a'), 'a')).toBeNull()
  expect(ids(closeTab(open('a', 'b'), 'a'))).toBe('b')
})

test('tabs move, and not beyond the ends', () => {
  expect(ids(moveTab(open('a', 'b', 'c'), 'a', 9))).toBe('bca')
  expect(ids(moveTab(open('a', 'b', 'c'), 'c', 0))).toBe('cab')
  const state = open('a')
  expect(moveTab(state, 'a', -1)).toBe(state)
})

test('a new text that is saved becomes a tab, and the next new one is another', () => {
  expect(settleNew(open('a'), 'Orders', 'm')).toEqual({
    tabs: [
      { id: 'a', name: 'A' },
      { id: 'n', name: 'Orders' },
    ],
    nextId: 'm',
  })
})

test('of too many the first go, but none that is held', () => {
  expect(ids(fitTabs(open('a', 'b', 'c', 'd'), 2, (id) => id === 'a'))).toBe('ad')
  expect(ids(fitTabs(open('a', 'b', 'c'), 1, () => true))).toBe('abc')
})
