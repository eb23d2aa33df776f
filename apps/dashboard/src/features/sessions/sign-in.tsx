import { useSuspenseQuery } from '@tanstack/react-query'
import { OwnerForm } from './owner-form.tsx'
import { OwnerNeeded } from './owner-needed.tsx'
import { setupQuery } from '../../scope/queries.ts'
import { SignInForm } from './sign-in-form.tsx'

export interface SignInProps {
  readonly returnTo: string
  /** Out of the one-time link of the first start. */
  readonly setupToken: string | undefined
}

/** The way in: signing in, or making the first account. */
export function SignIn({ returnTo, setupToken }: SignInProps) {
  const { data: setup } = useSuspenseQuery(setupQuery)
  if (!setup.needs_owner) return <SignInForm returnTo={returnTo} hasUsedLink={setupToken !== undefined} canSignUp={setup.can_sign_up} />
  if (setupToken === undefined) return <OwnerNeeded />
  return <OwnerForm token={setupToken} />
}
