import type { SignInTest } from '@colonnade/contracts/auth/sign-in-tests'
import { paths } from '../../installation/mails/paths.ts'
import { ownAddress } from '../../projects/project-settings/hosts.ts'
import { type Asking, callAuth } from '../users/auth-calls.ts'

/** @throws AppError `invalid_input` for a provider that isn't set up */
export function beginSignInTest(asking: Asking, provider: string): Promise<{ url: string }> {
  const { ctx, request, scope } = asking
  const dashboard = (ctx.config.publicUrl ?? ownAddress(request.origin)).replace(/\/$/, '')
  const body = { provider, return_to: dashboard + paths.signInTest(scope.ref) }
  return callAuth(asking, { method: 'POST', path: '/admin/sign-in-tests', body })
}

/** @throws AppError `invalid_input` for a test of another member, or one that has ended */
export function finishSignInTest(asking: Asking, parameters: Readonly<Record<string, string>>): Promise<SignInTest> {
  return callAuth(asking, { method: 'POST', path: '/admin/sign-in-tests/outcome', body: { parameters } })
}
