import { expect, test } from 'vitest'
import { accessOf, accessText, isSameAccess, toEntries, withRole } from './project-access.ts'

const entry = (project_ref: string) => ({ project_ref, role: 'developer' as const })

test('roles of single projects are given and removed', () => {
  const before = accessOf({ is_limited: true, project_roles: [entry('b')] })
  const after = withRole(before, 'a', 'read-only')
  expect(toEntries(after)).toEqual([{ project_ref: 'a', role: 'read-only' }, entry('b')])
  expect(isSameAccess(before, after)).toBe(false)
  expect(isSameAccess(before, withRole(after, 'a', null))).toBe(true)
  expect(isSameAccess(before, { ...before, isLimited: false })).toBe(false)
})

test.each([
  [false, 0, null],
  [false, 1, 'different role in 1 project'],
  [true, 0, 'no projects'],
  [true, 2, 'only 2 projects'],
])('limited: %s, roles: %i is %j', (is_limited, count, text) => {
  expect(accessText({ is_limited, project_roles: Array.from({ length: count }, (_, n) => entry(String(n))) })).toBe(text)
})
