import { expect, test } from 'vitest'
import { defaultSidebarBehavior, sidebarBehaviors, sidebarCookieText } from './sidebar.ts'

test('the sidebar has three behaviours, and expands on hover unless chosen (spec §2)', () => {
  expect(sidebarBehaviors.map(({ label }) => label).sort()).toEqual(['Collapsed', 'Expand on hover', 'Expanded'])
  expect(defaultSidebarBehavior).toBe('hover')
})

test('the cookie has the name and age of spec §9', () => {
  expect(sidebarCookieText(true)).toBe('sidebar:state=true; path=/; max-age=604800; samesite=lax')
})
