import { describeIssuer } from '../instance/settings.ts'
import { authorizeClient, decide, describeAuthorization } from '../oauth-server/authorization.ts'
import {
  createClientByAdmin,
  listClients,
  regenerateSecret,
  registerClient,
  removeClient,
  retrieveClient,
  updateClient,
} from '../oauth-server/clients.ts'
import { listGrants, revokeGrant } from '../oauth-server/grants.ts'
import { giveTokens } from '../oauth-server/token.ts'
import { describeUser } from '../oauth-server/user-claims.ts'
import type { Route } from '../routes.ts'

export const oauthServerRoutes: readonly Route[] = [
  { method: 'GET', path: '/.well-known/oauth-authorization-server', who: 'anyone', handle: describeIssuer },
  { method: 'GET', path: '/oauth/authorize', who: 'anyone', handle: authorizeClient },
  { method: 'GET', path: '/oauth/authorizations/{id}', who: 'user', handle: describeAuthorization },
  { method: 'POST', path: '/oauth/authorizations/{id}/consent', who: 'user', handle: decide },
  { method: 'POST', path: '/oauth/token', who: 'anyone', limit: 'token', errors: () => 'oauth', handle: giveTokens },
  { method: 'GET', path: '/oauth/userinfo', who: 'user', applications: true, handle: describeUser },
  { method: 'POST', path: '/oauth/userinfo', who: 'user', applications: true, handle: describeUser },
  { method: 'POST', path: '/oauth/clients/register', who: 'anyone', limit: 'registration', handle: registerClient },
  { method: 'GET', path: '/user/oauth/grants', who: 'user', handle: listGrants },
  { method: 'DELETE', path: '/user/oauth/grants', who: 'user', handle: revokeGrant },
  { method: 'GET', path: '/admin/oauth/clients', who: 'admin', handle: listClients },
  { method: 'POST', path: '/admin/oauth/clients', who: 'admin', handle: createClientByAdmin },
  { method: 'GET', path: '/admin/oauth/clients/{id}', who: 'admin', handle: retrieveClient },
  { method: 'PUT', path: '/admin/oauth/clients/{id}', who: 'admin', handle: updateClient },
  { method: 'DELETE', path: '/admin/oauth/clients/{id}', who: 'admin', handle: removeClient },
  { method: 'POST', path: '/admin/oauth/clients/{id}/regenerate_secret', who: 'admin', handle: regenerateSecret },
]
