import { createSsoProvider, listSsoProviders, removeSsoProvider, retrieveSsoProvider, updateSsoProvider } from '../admin/sso-providers.ts'
import type { Route } from '../routes.ts'
import { consumeAssertion } from '../sso/acs.ts'
import { describeServiceProvider } from '../sso/describe.ts'
import { startSso } from '../sso/start.ts'

export const ssoRoutes: readonly Route[] = [
  { method: 'POST', path: '/sso', who: 'anyone', limit: 'sso', captcha: true, handle: startSso },
  { method: 'POST', path: '/sso/saml/acs', who: 'anyone', limit: 'sso', handle: consumeAssertion },
  { method: 'GET', path: '/sso/saml/metadata', who: 'anyone', handle: describeServiceProvider },
  { method: 'GET', path: '/admin/sso/providers', who: 'admin', handle: listSsoProviders },
  { method: 'POST', path: '/admin/sso/providers', who: 'admin', handle: createSsoProvider },
  { method: 'GET', path: '/admin/sso/providers/{id}', who: 'admin', handle: retrieveSsoProvider },
  { method: 'PUT', path: '/admin/sso/providers/{id}', who: 'admin', handle: updateSsoProvider },
  { method: 'DELETE', path: '/admin/sso/providers/{id}', who: 'admin', handle: removeSsoProvider },
]
