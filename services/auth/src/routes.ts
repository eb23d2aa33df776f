import { listAudit } from './admin/audit.ts'
import { generateLink, inviteUser } from './admin/links.ts'
import { listUsers } from './admin/list-users.ts'
import { createUserByAdmin, removeUser, retrieveUser as retrieveUserByAdmin, updateUserByAdmin } from './admin/users.ts'
import type { AuthCall } from './call.ts'
import { recover } from './codes/recover.ts'
import { requestOtp } from './codes/otp.ts'
import { resend } from './codes/resend.ts'
import { AuthError } from './errors.ts'
import { describeHealth, describeIssuer, describeSettings } from './instance/settings.ts'
import type { LimitName } from './rate-limits/rate-limits.ts'
import { signInWithPassword } from './passwords/sign-in-with-password.ts'
import { signInWithIdToken } from './providers/id-token-grant.ts'
import { exchangeCode } from './pkce/exchange-code.ts'
import { directoryRoutes } from './routes/directory.ts'
import type { AuthReply, ErrorForm } from './requests/auth-reply.ts'
import { factorRoutes } from './routes/factors.ts'
import { oauthServerRoutes } from './routes/oauth-server.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { providerRoutes } from './routes/providers.ts'
import { ssoRoutes } from './routes/sso.ts'
import { logOut } from './sessions/logout.ts'
import { refreshSession } from './sessions/refresh.ts'
import type { SignedInCall } from './sessions/signed-in.ts'
import { signUp } from './sign-up/sign-up.ts'
import { unlinkIdentity } from './users/identities.ts'
import { reauthenticate, retrieveUser, updateUser } from './users/current-user.ts'
import { signInWithWeb3 } from './web3/sign-in-with-web3.ts'
import { confirmLink, verifyByLink, verifyByPost } from './verify/verify.ts'

interface RouteShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Segments in braces are parameters: `/admin/users/{id}`. */
  readonly path: string
  /** Rate limit that the route's calls share. */
  readonly limit?: LimitName
  /** Requires a captcha if the project has one. */
  readonly captcha?: true
  /** Accepts tokens of applications, and of members signed in as the user: they may read the account but not change it. */
  readonly applications?: true
  /** Returns the form of errors, where it differs. */
  readonly errors?: (query: URLSearchParams) => ErrorForm
}

/** Parameters of the path by name. */
export type PathParameters = Readonly<Record<string, string>>

/** A way into the service: for anybody with a key, for who is signed in, or for servers with a secret key. */
export type Route =
  | (RouteShape & { readonly who: 'anyone'; readonly handle: (call: AuthCall, parameters: PathParameters) => Promise<AuthReply> })
  | (RouteShape & { readonly who: 'user'; readonly handle: (call: SignedInCall, parameters: PathParameters) => Promise<AuthReply> })
  | (RouteShape & { readonly who: 'admin'; readonly handle: (call: AuthCall, parameters: PathParameters) => Promise<AuthReply> })

/** Grants of `/token`. */
const grants: Readonly<Record<string, (call: AuthCall) => Promise<AuthReply>>> = {
  password: signInWithPassword,
  refresh_token: refreshSession,
  pkce: exchangeCode,
  id_token: signInWithIdToken,
  web3: signInWithWeb3,
}

function exchange(call: AuthCall): Promise<AuthReply> {
  const type = call.request.query.get('grant_type') ?? ''
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined
  if (grant === undefined) throw new AuthError('invalid_credentials', 'unsupported_grant_type')
  return grant(call)
}

/** The newer grants tell of errors as RFC 6749 does. */
const errorsOfGrant = (query: URLSearchParams): ErrorForm => (['id_token', 'web3'].includes(query.get('grant_type') ?? '') ? 'oauth' : 'usual')

export const routes: readonly Route[] = [
  ...factorRoutes,
  ...passkeyRoutes,
  ...providerRoutes,
  ...oauthServerRoutes,
  ...ssoRoutes,
  { method: 'GET', path: '/health', who: 'anyone', handle: describeHealth },
  { method: 'GET', path: '/settings', who: 'anyone', handle: describeSettings },
  { method: 'GET', path: '/.well-known/openid-configuration', who: 'anyone', handle: describeIssuer },
  { method: 'POST', path: '/signup', who: 'anyone', limit: 'signup', captcha: true, handle: signUp },
  { method: 'POST', path: '/token', who: 'anyone', limit: 'token', captcha: true, errors: errorsOfGrant, handle: exchange },
  { method: 'POST', path: '/otp', who: 'anyone', limit: 'otp', captcha: true, handle: requestOtp },
  { method: 'POST', path: '/magiclink', who: 'anyone', limit: 'otp', captcha: true, handle: requestOtp },
  { method: 'POST', path: '/recover', who: 'anyone', limit: 'recover', captcha: true, handle: recover },
  { method: 'POST', path: '/resend', who: 'anyone', limit: 'resend', captcha: true, handle: resend },
  { method: 'GET', path: '/verify', who: 'anyone', limit: 'verify', handle: verifyByLink },
  { method: 'POST', path: '/verify/confirm', who: 'anyone', limit: 'verify', handle: confirmLink },
  { method: 'POST', path: '/verify', who: 'anyone', limit: 'verify', handle: verifyByPost },
  { method: 'POST', path: '/logout', who: 'user', applications: true, handle: logOut },
  { method: 'GET', path: '/reauthenticate', who: 'user', handle: reauthenticate },
  { method: 'GET', path: '/user', who: 'user', applications: true, handle: retrieveUser },
  { method: 'PUT', path: '/user', who: 'user', limit: 'user', handle: updateUser },
  { method: 'DELETE', path: '/user/identities/{identity_id}', who: 'user', handle: unlinkIdentity },
  { method: 'GET', path: '/admin/users', who: 'admin', handle: listUsers },
  { method: 'POST', path: '/admin/users', who: 'admin', handle: createUserByAdmin },
  { method: 'GET', path: '/admin/users/{id}', who: 'admin', handle: retrieveUserByAdmin },
  { method: 'PUT', path: '/admin/users/{id}', who: 'admin', handle: updateUserByAdmin },
  { method: 'DELETE', path: '/admin/users/{id}', who: 'admin', handle: removeUser },
  { method: 'POST', path: '/admin/generate_link', who: 'admin', handle: generateLink },
  { method: 'POST', path: '/invite', who: 'admin', handle: inviteUser },
  { method: 'GET', path: '/admin/audit', who: 'admin', handle: listAudit },
  ...directoryRoutes,
]
