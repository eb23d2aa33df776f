import type { Snippet } from '@colonnade/contracts/data/snippets'
import { expect, test } from 'vitest'
import { folderKey, folderPaths, foundRows, rowAfterKey, tagCounts, toggledAfterMove, type TreeRow, treeRows } from './snippet-tree.ts'

const ada = { username: 'ada', primary_email: 'ada@example.com' }
const snippet = (name: string, more: Partial<Snippet> = {}): Snippet => ({
  id: name,
  name,
  visibility: 'private',
  folder: '',
  tags: [],
  owner: ada,
  is_mine: true,
  is_writable: true,
  is_favorite: false,
  version: 1,
  updated_by: ada,
  inserted_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...more,
})
const text = (rows: readonly TreeRow[]) =>
  rows.map((row) => `${'  '.repeat(row.level - 1)}${row.kind === 'snippet' ? row.snippet.name : `${row.name} (${row.count})`}`)
const all = { sort: 'name', tags: [], toggled: new Set<string>() } as const

test('sections hold folders, folders hold snippets; only open ones show what is in them', () => {
  const snippets = [
    snippet('b', { folder: 'reports/monthly' }),
    snippet('a', { folder: 'reports' }),
    snippet('z', { is_favorite: true }),
    snippet('s', { visibility: 'project', folder: 'reports' }),
  ]
  expect(text(treeRows(snippets, all))).toEqual([
    'Favorites (1)',
    '  z',
    'Private (3)',
    '  reports (2)',
    '  z',
    'Shared with the project (1)',
    '  reports (1)',
  ])
  const toggled = new Set([folderKey('private', 'reports'), folderKey('private', 'reports/monthly'), 'project', 'favorites'])
  expect(text(treeRows(snippets, { ...all, toggled }))).toEqual([
    'Favorites (1)',
    'Private (3)',
    '  reports (2)',
    '    monthly (1)',
    '      b',
    '    a',
    '  z',
    'Shared with the project (1)',
  ])
})

test('folders whose names begin alike are apart', () => {
  const rows = treeRows([snippet('a', { folder: 'rep' }), snippet('b', { folder: 'reports' })], { ...all, toggled: new Set(['private/rep']) })
  expect(text(rows)).toEqual(['Private (2)', '  rep (1)', '    a', '  reports (1)', 'Shared with the project (0)'])
})

test('names sort as people read them, changes newest first', () => {
  const snippets = [snippet('Q10'), snippet('q2', { updated_at: '2026-02-01T00:00:00Z' }), snippet('Q1')]
  const names = (sort: 'name' | 'updated_at') =>
    treeRows(snippets, { ...all, sort }).flatMap((row) => (row.kind === 'snippet' ? row.snippet.name : []))
  expect(names('name')).toEqual(['Q1', 'q2', 'Q10'])
  expect(names('updated_at')[0]).toBe('q2')
})

test('a tag leaves only what has it, and every tag that is chosen counts', () => {
  const snippets = [snippet('a', { tags: ['x', 'y'] }), snippet('b', { tags: ['x'] }), snippet('c')]
  expect(foundRows(snippets, ['x']).length).toBe(2)
  expect(foundRows(snippets, ['x', 'y']).length).toBe(1)
  expect(tagCounts(snippets)).toEqual([
    ['x', 2],
    ['y', 1],
  ])
})

test('folders that only hold folders are folders, too', () => {
  expect(folderPaths([snippet('a', { folder: 'x/y/z' }), snippet('b', { visibility: 'project', folder: 'p' })], 'private')).toEqual([
    'x',
    'x/y',
    'x/y/z',
  ])
})

test('arrows walk the tree', () => {
  const rows = treeRows([snippet('a', { folder: 'f' }), snippet('b')], { ...all, toggled: new Set(['private/f']) })
  // Private, f, a, b, Shared
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End', 'ArrowLeft', 'ArrowRight', 'x'].map((key) => rowAfterKey(key, 2, rows, 9))).toEqual([
    3,
    1,
    0,
    4,
    1,
    null,
    null,
  ])
  expect(rowAfterKey('ArrowRight', 1, rows, 9)).toBe(2)
  expect(rowAfterKey('ArrowUp', 0, rows, 9)).toBeNull()
})

test('ten thousand snippets in a thousand folders are listed at once', () => {
  const snippets = Array.from({ length: 10_000 }, (_, index) => snippet(`s${index}`, { folder: `f${index % 1_000}` }))
  expect(treeRows(snippets, all).length).toBe(1_002)
})

test('what is open of a folder is open where it is moved to', () => {
  const toggled = ['project', 'private/a', 'private/a/b', 'private/ab', 'project/a']
  expect(toggledAfterMove(toggled, 'private', 'a', 'c/d').slice(5)).toEqual(['private/c/d', 'private/c/d/b'])
  expect(toggledAfterMove(toggled, 'private', 'a', '').slice(5)).toEqual(['private/b'])
  expect(toggledAfterMove(toggled, 'private', 'other', 'c')).toEqual(toggled)
})
