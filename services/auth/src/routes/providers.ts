import {
  createCustomProvider,
  discoverForMember,
  listCustomProviders,
  removeCustomProvider,
  retrieveCustomProvider,
  updateCustomProvider,
} from '../admin/custom-providers.ts'
import { authorize, authorizeLink } from '../providers/authorize.ts'
import { callback } from '../providers/callback.ts'
import { beginSignInTest, finishSignInTest } from '../sign-in-tests/test-sign-in.ts'
import { testHook } from '../hooks/test-hook.ts'
import type { Route } from '../routes.ts'

export const providerRoutes: readonly Route[] = [
  { method: 'GET', path: '/authorize', who: 'anyone', handle: authorize },
  { method: 'GET', path: '/callback', who: 'anyone', handle: callback },
  { method: 'POST', path: '/callback', who: 'anyone', handle: callback },
  { method: 'GET', path: '/user/identities/authorize', who: 'user', handle: authorizeLink },
  { method: 'GET', path: '/admin/custom-providers', who: 'admin', handle: listCustomProviders },
  { method: 'POST', path: '/admin/custom-providers', who: 'admin', handle: createCustomProvider },
  { method: 'POST', path: '/admin/sign-in-tests', who: 'admin', handle: beginSignInTest },
  { method: 'POST', path: '/admin/sign-in-tests/outcome', who: 'admin', handle: finishSignInTest },
  { method: 'POST', path: '/admin/hook-tests', who: 'admin', handle: testHook },
  { method: 'GET', path: '/admin/discovery', who: 'admin', handle: discoverForMember },
  { method: 'GET', path: '/admin/custom-providers/{identifier}', who: 'admin', handle: retrieveCustomProvider },
  { method: 'PUT', path: '/admin/custom-providers/{identifier}', who: 'admin', handle: updateCustomProvider },
  { method: 'DELETE', path: '/admin/custom-providers/{identifier}', who: 'admin', handle: removeCustomProvider },
]
