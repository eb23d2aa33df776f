import { JoinInput } from '@colonnade/contracts/organizations/invitations'
import { isAppError } from '@colonnade/core'
import { Button, Field, Input, PasswordInput, StrengthMeter } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useForm, useWatch } from 'react-hook-form'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { paths } from '../../paths.ts'
import { useJoin } from './mutations.ts'
import { invitationText } from './messages.ts'

const texts = invitationText.form

export interface JoinFormProps {
  readonly token: string
  /** The invited address. */
  readonly email: string
}

/** For someone without an account here: creates one for the invited address, which then belongs to the organization. */
export function JoinForm({ token, email }: JoinFormProps) {
  const join = useJoin(token)
  const form = useForm({ resolver: zodResolver(JoinInput), defaultValues: { email, username: '', password: '' } })
  const password = useWatch({ control: form.control, name: 'password' })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) =>
    join.mutate(values, { onError: (error) => showFormError(form, error, { invitation_other_address: 'email' }) }),
  )
  const signIn = (
    <Link to={paths.signIn} search={{ returnTo: paths.invitation(token) }} className="text-accent underline">
      {texts.signIn}
    </Link>
  )
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field label={texts.email} error={errors.email?.message} hint={texts.emailHint}>
        <Input type="email" autoComplete="username" readOnly {...form.register('email')} />
      </Field>
      <Field label={texts.name} error={errors.username?.message} hint={texts.nameHint}>
        <Input autoComplete="name" {...form.register('username')} />
      </Field>
      <Field label={texts.password} error={errors.password?.message} hint={texts.passwordHint}>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
        <StrengthMeter password={password} />
      </Field>
      {errors.root && <ErrorNotice error={join.error} />}
      {isAppError(join.error, 'account_exists') && <p className="text-soft">{texts.signInToAccept}</p>}
      <Button type="submit" variant="primary" size="lg" isPending={join.isPending}>
        {texts.submit}
      </Button>
      <p className="text-soft">
        {texts.hasAccount} {signIn}
      </p>
    </form>
  )
}
