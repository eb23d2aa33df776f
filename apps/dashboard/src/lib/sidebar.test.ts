import { expect, test } from 'vitest'
import { parseSidebarBehavior, sidebarCookieText } from './sidebar.ts'

test.each([
  [null, 'hover'],
  ['nonsense', 'hover'],
  ['expanded', 'expanded'],
  ['collapsed', 'collapsed'],
])('kept behaviour %s is %s (spec §2: expand on hover unless chosen)', (kept, expected) => {
  expect(parseSidebarBehavior(kept)).toBe(expected)
})

test('the cookie has the name and age of spec §9', () => {
  expect(sidebarCookieText(true)).toBe('sidebar:state=true; path=/; max-age=604800; samesite=lax')
})
