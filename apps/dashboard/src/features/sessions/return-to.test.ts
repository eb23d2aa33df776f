import { expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { safeReturnTo } from './return-to.ts'

test.each([
  undefined,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  paths.signIn,
  `${paths.signIn}?returnTo=/`,
  `${paths.signIn}/with/acme`,
])('%s leads home', (given) => {
  expect(safeReturnTo(given)).toBe(paths.root)
})

test('a page of ours is returned to, with its parameters', () => {
  const page = `${paths.project.home('abc')}?tab=2#part`
  expect(safeReturnTo(page)).toBe(page)
})
