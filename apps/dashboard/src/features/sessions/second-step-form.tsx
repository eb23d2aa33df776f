import type { SecondStep } from '@colonnade/contracts/people/second-factors'
import { isAppError } from '@colonnade/core'
import { Button, Field, Input } from '@colonnade/ui'
import { useState } from 'react'
import { messageOf } from '../../lib/error-notice.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { useCompleteSignIn } from './mutations.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { StepForm } from './step-form.tsx'

export interface SecondStepFormProps {
  readonly step: SecondStep
  readonly returnTo: string
  /** Begins again, with the password. */
  readonly onBack: () => void
}

/** The second step of signing in: a code of the app, or a recovery code. */
export function SecondStepForm({ step, returnTo, onBack }: SecondStepFormProps) {
  useTitle('Sign in')
  const complete = useCompleteSignIn(returnTo)
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [code, setCode] = useState('')
  const isOver = isAppError(complete.error, 'second_step_over')
  const isWrong = isAppError(complete.error, 'second_step_invalid')
  const isApp = kind === 'app'
  return (
    <StepForm
      title="One more step"
      description={
        isApp
          ? 'Give the six digits that your authenticator app shows for Colonnade.'
          : 'Give one of the recovery codes that you kept. It is used up.'
      }
      submitLabel="Sign in"
      isDisabled={code.trim() === ''}
      isPending={complete.isPending}
      error={isWrong ? null : complete.error}
      onSubmit={() => complete.mutate({ challenge: step.challenge, code })}
      instead={
        isOver ? (
          <Button variant="primary" size="lg" onClick={onBack}>
            Sign in again
          </Button>
        ) : undefined
      }
      footer={
        <>
          <PasskeyButton returnTo={returnTo} />
          <div className="flex flex-wrap justify-between gap-2">
            <Button variant="ghost" size="sm" onClick={onBack}>
              Back
            </Button>
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                complete.reset()
                setCode('')
                setKind(isApp ? 'recovery' : 'app')
              }}
            >
              {isApp ? 'Use a recovery code' : 'Use the app'}
            </Button>
          </div>
        </>
      }
    >
      <Field key={kind} label={isApp ? 'Code' : 'Recovery code'} error={isWrong ? messageOf(complete.error) : undefined}>
        <Input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing this step is for
          autoFocus
          isMono
          autoComplete={isApp ? 'one-time-code' : 'off'}
          {...(isApp && { inputMode: 'numeric' })}
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
    </StepForm>
  )
}
