import type { SecondStep } from '@colonnade/contracts/people/second-factors'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OwnerForm } from './owner-form.tsx'
import { OwnerNeeded } from './owner-needed.tsx'
import { setupQuery } from '../../scope/queries.ts'
import { SecondStepForm } from './second-step-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

export interface SignInProps {
  readonly returnTo: string
  /** Out of the one-time link of the first start. */
  readonly setupToken: string | undefined
}

/** The way in: signing in, or making the first account. */
export function SignIn({ returnTo, setupToken }: SignInProps) {
  const { data: setup } = useSuspenseQuery(setupQuery)
  const [step, setStep] = useState<SecondStep>()
  if (step) return <SecondStepForm step={step} returnTo={returnTo} onBack={() => setStep(undefined)} />
  if (!setup.needs_owner)
    return <SignInForm returnTo={returnTo} hasUsedLink={setupToken !== undefined} canSignUp={setup.can_sign_up} onSecondStep={setStep} />
  if (setupToken === undefined) return <OwnerNeeded />
  return <OwnerForm token={setupToken} />
}
