import { listUserFactors, removeUserFactor, updateUserFactor } from '../admin/factors.ts'
import { challengeFactor } from '../factors/challenge.ts'
import { enrollFactor } from '../factors/enroll.ts'
import {
  describeRecoveryCodes,
  generateRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from '../factors/recovery-codes.ts'
import { unenrollFactor } from '../factors/unenroll.ts'
import { verifyFactor } from '../factors/verify.ts'
import type { Route } from '../routes.ts'

/** Second factors. Recovery codes come first: their path has the form of a factor's. */
export const factorRoutes: readonly Route[] = [
  { method: 'GET', path: '/factors/recovery-codes', who: 'user', limit: 'factors', handle: describeRecoveryCodes },
  { method: 'POST', path: '/factors/recovery-codes', who: 'user', limit: 'factors', handle: generateRecoveryCodes },
  { method: 'DELETE', path: '/factors/recovery-codes', who: 'user', limit: 'factors', handle: removeRecoveryCodes },
  { method: 'POST', path: '/factors/recovery-codes/regenerate', who: 'user', limit: 'factors', handle: regenerateRecoveryCodes },
  { method: 'POST', path: '/factors/recovery-codes/verify', who: 'user', limit: 'factors', handle: verifyRecoveryCode },
  { method: 'POST', path: '/factors', who: 'user', limit: 'factors', handle: enrollFactor },
  { method: 'POST', path: '/factors/{id}/challenge', who: 'user', limit: 'factors', handle: challengeFactor },
  { method: 'POST', path: '/factors/{id}/verify', who: 'user', limit: 'factors', handle: verifyFactor },
  { method: 'DELETE', path: '/factors/{id}', who: 'user', limit: 'factors', handle: unenrollFactor },
  { method: 'GET', path: '/admin/users/{id}/factors', who: 'admin', handle: listUserFactors },
  { method: 'PUT', path: '/admin/users/{id}/factors/{factorId}', who: 'admin', handle: updateUserFactor },
  { method: 'DELETE', path: '/admin/users/{id}/factors/{factorId}', who: 'admin', handle: removeUserFactor },
]
