import type { SecondStep } from '@colonnade/contracts/people/second-factors'
import { isAppError } from '@colonnade/core'
import { Button, Field, Input } from '@colonnade/ui'
import { useState } from 'react'
import { messageOf } from '../../lib/error-notice.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { secondStepText } from './messages.ts'
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
  useTitle(secondStepText.submit)
  const complete = useCompleteSignIn(returnTo)
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [code, setCode] = useState('')
  const isOver = isAppError(complete.error, 'second_step_over')
  const isWrong = isAppError(complete.error, 'second_step_invalid')
  const isApp = kind === 'app'
  return (
    <StepForm
      title={secondStepText.title}
      description={isApp ? secondStepText.appHint : secondStepText.recoveryHint}
      submitLabel={secondStepText.submit}
      isDisabled={code.trim() === ''}
      isPending={complete.isPending}
      error={isWrong ? null : complete.error}
      onSubmit={() => complete.mutate({ challenge: step.challenge, code })}
      instead={
        isOver ? (
          <Button variant="primary" size="lg" onClick={onBack}>
            {secondStepText.restart}
          </Button>
        ) : undefined
      }
      footer={
        <>
          <PasskeyButton returnTo={returnTo} />
          <div className="flex flex-wrap justify-between gap-2">
            <Button variant="ghost" size="sm" onClick={onBack}>
              {secondStepText.back}
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
              {isApp ? secondStepText.withRecoveryCode : secondStepText.withApp}
            </Button>
          </div>
        </>
      }
    >
      <Field key={kind} label={isApp ? secondStepText.code : secondStepText.recoveryCode} error={isWrong ? messageOf(complete.error) : undefined}>
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
