import { LinkRequired } from '@colonnade/contracts/people/identities'
import { SecondStep } from '@colonnade/contracts/people/second-factors'
import { isAppError } from '@colonnade/core'
import { buttonClass, Spinner } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../lib/error-notice.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { pages, paths } from '../../paths.ts'
import { errandOf } from '../../scope/sign-in-providers/departure.ts'
import { ConfirmLinkForm } from './confirm-link-form.tsx'
import { returnText } from './messages.ts'
import { useFinishErrand } from './mutations.ts'
import { safeReturnTo } from './return-to.ts'
import { SecondStepForm } from './second-step-form.tsx'

export interface ReturnFromProviderProps {
  readonly provider: string
  /** The query string that the provider sent the browser back with. */
  readonly parameters: string
}

/** Where a provider sends people back to: signs them in, or links who they are there to their account. */
export function ReturnFromProvider({ provider, parameters: given }: ReturnFromProviderProps) {
  useTitle(returnText.pageTitle)
  const [parameters] = useState(given)
  const [errand] = useState(() => errandOf(parameters))
  const returnTo = safeReturnTo(errand.returnTo)
  const finish = useFinishErrand(errand.kind, returnTo)
  const [step, setStep] = useState<SecondStep>()
  const hasBegun = useRef(false)
  const { mutate } = finish
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    // what it came back with is good once, and nothing to keep in the history
    window.history.replaceState(window.history.state, '', window.location.pathname)
    mutate({ provider, parameters })
  }, [mutate, provider, parameters])

  const { error } = finish
  const second = step ?? (isAppError(error, 'second_step_required') ? SecondStep.parse(error.details) : undefined)
  if (second) return <SecondStepForm step={second} returnTo={returnTo} onBack={() => window.location.assign(paths.signIn)} />
  if (isAppError(error, 'identity_link_required')) {
    return <ConfirmLinkForm kept={LinkRequired.parse(error.details)} returnTo={returnTo} onSecondStep={setStep} />
  }
  if (error !== null) return <Refused kind={errand.kind} message={messageOf(error)} returnTo={returnTo} />
  return (
    <output className="flex items-center gap-3 text-soft">
      <Spinner />
      {errand.kind === 'link' ? returnText.linking : returnText.signing}
    </output>
  )
}

function Refused({ kind, message, returnTo }: { readonly kind: 'sign-in' | 'link'; readonly message: string; readonly returnTo: string }) {
  const isLink = kind === 'link'
  return (
    <div className="flex flex-col gap-4">
      <div role="alert">
        <h1 className="text-xl font-semibold tracking-tight">{isLink ? returnText.notLinked : returnText.notSignedIn}</h1>
        <p className="mt-1 wrap-anywhere text-soft">{message.replace(/\.?$/, '.')}</p>
      </div>
      {isLink ? (
        <Link to={pages.account.security} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          {returnText.backToSecurity}
        </Link>
      ) : (
        <Link
          to={paths.signIn}
          search={{ returnTo: returnTo === paths.root ? undefined : returnTo }}
          className={buttonClass({ variant: 'primary', size: 'lg' })}
        >
          {returnText.backToSignIn}
        </Link>
      )}
    </div>
  )
}
