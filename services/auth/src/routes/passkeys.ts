import { beginPasskeySignIn, signInWithPasskey } from '../passkeys/authentication.ts'
import { listOwnPasskeys, listUserPasskeys, removeOwnPasskey, removeUserPasskey, renameOwnPasskey } from '../passkeys/passkeys.ts'
import { beginPasskey, createPasskey } from '../passkeys/registration.ts'
import type { Route } from '../routes.ts'

export const passkeyRoutes: readonly Route[] = [
  { method: 'POST', path: '/passkeys/registration/options', who: 'user', limit: 'passkey', handle: beginPasskey },
  { method: 'POST', path: '/passkeys/registration/verify', who: 'user', limit: 'passkey', handle: createPasskey },
  { method: 'POST', path: '/passkeys/authentication/options', who: 'anyone', limit: 'passkey', captcha: true, handle: beginPasskeySignIn },
  { method: 'POST', path: '/passkeys/authentication/verify', who: 'anyone', limit: 'passkey', handle: signInWithPasskey },
  { method: 'GET', path: '/passkeys', who: 'user', limit: 'passkey', handle: listOwnPasskeys },
  { method: 'PATCH', path: '/passkeys/{id}', who: 'user', limit: 'passkey', handle: renameOwnPasskey },
  { method: 'DELETE', path: '/passkeys/{id}', who: 'user', limit: 'passkey', handle: removeOwnPasskey },
  { method: 'GET', path: '/admin/users/{id}/passkeys', who: 'admin', handle: listUserPasskeys },
  { method: 'DELETE', path: '/admin/users/{id}/passkeys/{passkeyId}', who: 'admin', handle: removeUserPasskey },
]
