import { expect, test } from 'vitest'
import { type Entry, entriesOf } from './entry.ts'
import { keepThere, move, noSelection, selectAll, selectOnly, selectTo, toggle } from './selection.ts'

const entries: readonly Entry[] = entriesOf({
  hasNext: false,
  folders: [{ name: 'a/docs/' }],
  objects: [{ name: 'a/1.txt' }, { name: 'a/.emptyFolderPlaceholder' }, { name: 'a/2.txt', metadata: { size: '12', mimetype: 'text/plain' } }],
})
const pathsOf = ({ paths }: { paths: ReadonlySet<string> }) => [...paths]

test('a folder comes first, and placeholders are not shown', () => {
  expect(entries.map(({ kind, name, path }) => [kind, name, path])).toEqual([
    ['folder', 'docs', 'a/docs/'],
    ['file', '1.txt', 'a/1.txt'],
    ['file', '2.txt', 'a/2.txt'],
  ])
  expect(entries[2]).toMatchObject({ size: 12, type: 'text/plain' })
})

test('keys move through entries and stop at both ends', () => {
  expect(pathsOf(move(noSelection, entries, 1, false))).toEqual(['a/docs/'])
  expect(pathsOf(move(noSelection, entries, -1, false))).toEqual(['a/2.txt'])
  expect(pathsOf(move(selectOnly('a/2.txt'), entries, 1, false))).toEqual(['a/2.txt'])
  expect(move(noSelection, [], 1, false)).toBe(noSelection)
})

test('Shift extends from where the selection began, in both directions', () => {
  const first = move(selectOnly('a/1.txt'), entries, 1, true)
  expect(pathsOf(first)).toEqual(['a/1.txt', 'a/2.txt'])
  const back = move(move(first, entries, -1, true), entries, -1, true)
  expect(pathsOf(back)).toEqual(['a/docs/', 'a/1.txt'])
  expect(pathsOf(selectTo(noSelection, entries, 'a/1.txt'))).toEqual(['a/docs/', 'a/1.txt'])
})

test('single entries are added and removed, and those that are gone are left out', () => {
  const two = toggle(selectOnly('a/1.txt'), 'a/2.txt')
  expect(pathsOf(toggle(two, 'a/1.txt'))).toEqual(['a/2.txt'])
  expect(pathsOf(keepThere(two, entries.slice(0, 2)))).toEqual(['a/1.txt'])
  expect(keepThere(two, entries)).toBe(two)
  expect(pathsOf(selectAll(two, entries))).toHaveLength(3)
})
