import type { LinkRequired } from '@colonnade/contracts/people/identities'
import { SecondStep } from '@colonnade/contracts/people/second-factors'
import { isAppError } from '@colonnade/core'
import { buttonClass, Field, PasswordInput } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../lib/error-notice.tsx'
import { paths } from '../../paths.ts'
import { confirmLinkText } from './messages.ts'
import { useConfirmLink } from './mutations.ts'
import { StepForm } from './step-form.tsx'

export interface ConfirmLinkFormProps {
  readonly kept: LinkRequired
  readonly returnTo: string
  readonly onSecondStep: (step: SecondStep) => void
}

/** Asks for the account's password once before a provider with the same email address is linked to it. */
export function ConfirmLinkForm({ kept: { token, email, provider }, returnTo, onSecondStep }: ConfirmLinkFormProps) {
  const confirm = useConfirmLink(returnTo)
  const [password, setPassword] = useState('')
  const isWrong = isAppError(confirm.error, 'invalid_credentials')
  const isOver = isAppError(confirm.error, 'identity_flow_over')
  const isKnown = isWrong || isAppError(confirm.error, 'second_step_required')
  return (
    <StepForm
      title={confirmLinkText.title}
      description={
        <>
          <span className="text-fg">{email}</span>
          {confirmLinkText.descriptionAfter(provider)}
        </>
      }
      submitLabel={confirmLinkText.submit}
      isDisabled={password === '' || isOver}
      isPending={confirm.isPending}
      error={isKnown ? null : confirm.error}
      onSubmit={() =>
        confirm.mutate(
          { token, password },
          { onError: (error) => isAppError(error, 'second_step_required') && onSecondStep(SecondStep.parse(error.details)) },
        )
      }
      footer={
        <>
          <p className="text-soft">{confirmLinkText.noPassword(provider)}</p>
          <Link
            to={paths.signIn}
            search={{ returnTo: returnTo === paths.root ? undefined : returnTo }}
            className={buttonClass({ variant: 'ghost', size: 'sm', className: 'self-start' })}
          >
            {confirmLinkText.back}
          </Link>
        </>
      }
    >
      {/* password managers look for the account */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label={confirmLinkText.password} error={isWrong ? messageOf(confirm.error) : undefined}>
        <PasswordInput
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing this step is for
          autoFocus
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </StepForm>
  )
}
