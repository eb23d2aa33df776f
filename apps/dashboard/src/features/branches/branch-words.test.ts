import type { Branch } from '@colonnade/contracts/copies/branches'
import { expect, test } from 'vitest'
import {
  copyRefusal,
  copyText,
  durationText,
  estimateText,
  expiryOf,
  isTooLarge,
  originText,
  ownVersion,
  sourcesOf,
  untilText,
  versionChangeText,
} from './branch-words.ts'

const hour = 3_600_000

test.each([
  [7 * 24 * hour, 'in 7 days'],
  [36 * hour, 'in 2 days'],
  [5 * hour, 'in 5 hours'],
  [90_000, 'in 2 minutes'],
  [10_000, 'now'],
  [-hour, 'now'],
])('%d ms from now is told', (ms, text) => {
  expect(untilText(1_000_000 + ms, 1_000_000)).toBe(text)
})

test('a lifetime counts from now', () => {
  expect(expiryOf('never', 0)).toBeNull()
  expect(expiryOf('week', 0)).toBe('1970-01-08T00:00:00.000Z')
})

test('nothing is copied onto itself, and what is not active now says so', () => {
  const branches = [
    { id: 'a', project_ref: 'ra', name: 'main', status: 'ACTIVE_HEALTHY' },
    { id: 'b', project_ref: 'rb', name: 'old', status: 'COMING_UP' },
    { id: 'c', project_ref: 'rc', name: 'try', status: 'INACTIVE' },
    { id: 'd', project_ref: 'rd', name: 'gone', status: 'GOING_DOWN' },
  ] as Branch[]
  const sources = sourcesOf(branches, branches[1])
  expect(sources.map(({ id }) => id)).toEqual(['a', 'c'])
  expect(copyRefusal(sources, 'ra')).toBeNull()
  expect(copyRefusal(sources, 'rc')).toBe('try is paused. Restore it to copy it.')
  expect(copyRefusal(branches, 'rb')).toBe('You can copy old when it’s active.')
  expect(copyRefusal(sources, 'rd')).toBe('This branch no longer exists. Choose another one.')
})

test.each([
  [0.2, 'less than a second'],
  [1, 'about 1 second'],
  [12.4, 'about 12 seconds'],
  [100, 'about 2 minutes'],
  [7_200, 'about 2 hours'],
])('%d seconds are told', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test('what a copy takes is said with where that comes from, and nothing is said to be copied that is shared', () => {
  const estimate = { bytes: 2_000_000_000, is_shared: false, seconds: 12, basis: 'copies', free_bytes: 1_000_000_000 } as const
  expect(estimateText(estimate)).toContain('about 12 seconds (based on earlier copies')
  expect(estimateText({ ...estimate, basis: 'measurement' })).toContain('measured just now')
  expect(estimateText({ ...estimate, is_shared: true })).toContain('created instantly')
  expect([isTooLarge(estimate), isTooLarge({ ...estimate, is_shared: true }), isTooLarge({ ...estimate, free_bytes: 3e9 })]).toEqual([
    true,
    false,
    false,
  ])
  expect(copyText({ bytes: 1_000, ms: 345, is_shared: false })).toContain('345 ms')
  expect(copyText({ bytes: 1_000, ms: 3_450, is_shared: false })).toContain('3.5 s')
  expect(copyText({ bytes: 1_000, ms: 345, is_shared: true })).toContain('Shares')
})

test('a branch says what it was made from, and as of when', () => {
  const source = { project_ref: 'a', name: 'main' }
  const at = '2026-01-02T03:04:05Z'
  expect(originText({ source, restored_to: null })).toBe('Copy of main')
  expect(originText({ source: { ...source, name: null }, restored_to: null })).toBe('Copy of a deleted branch')
  expect(originText({ source, restored_to: at })).toMatch(/^Restored from main as of .*2026.*:04:05/)
})

test('a reset to another version of Postgres says so', () => {
  const [main, preview] = [
    { name: 'main', db_version: '17.10' },
    { name: 'preview', db_version: '18.4' },
  ]
  expect(versionChangeText(preview, main)).toBe('Changes the branch from Postgres 18.4 to 17.10, the version of main.')
  expect(versionChangeText(main, preview)).toMatch(/to 18\.4, the version of preview/)
  expect(versionChangeText(preview, { name: 'main', db_version: '18.3' })).toBeNull()
  expect(versionChangeText(preview, { name: 'main', db_version: null })).toBeNull()
  expect(ownVersion(preview, main)).toBe('18.4')
  expect(ownVersion(preview, { db_version: '18.3' })).toBeNull()
})
