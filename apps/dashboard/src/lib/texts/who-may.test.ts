import { expect, test } from 'vitest'
import { whoMay } from './who-may.ts'

test.for([
  ['billing:manage', 'pay', 'Owners can pay.'],
  ['projects:operate', 'change it', 'Owners and administrators can change it.'],
  ['projects:update', 'rename it', 'Owners, administrators and developers can rename it.'],
] as const)('who holds %s can %s', ([permission, what, text]) => {
  expect(whoMay(permission, what)).toBe(text)
})
