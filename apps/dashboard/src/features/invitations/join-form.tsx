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

/** For who has no account here yet: chooses name and password and belongs. */
export function JoinForm({ token }: { readonly token: string }) {
  const join = useJoin(token)
  const form = useForm({ resolver: zodResolver(JoinInput), defaultValues: { email: '', username: '', password: '' } })
  const password = useWatch({ control: form.control, name: 'password' })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) =>
    join.mutate(values, { onError: (error) => showFormError(form, error, { invitation_other_address: 'email' }) }),
  )
  const signIn = (
    <Link to={paths.signIn} search={{ returnTo: paths.invitation(token) }} className="text-accent underline">
      Sign in
    </Link>
  )
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="Email" error={errors.email?.message} hint="The address that was invited.">
        <Input type="email" autoComplete="username" {...form.register('email')} />
      </Field>
      <Field label="Name" error={errors.username?.message} hint="What others here call you.">
        <Input autoComplete="name" {...form.register('username')} />
      </Field>
      <Field label="Password" error={errors.password?.message} hint="At least 10 characters. A few unrelated words make a good one.">
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
        <StrengthMeter password={password} />
      </Field>
      {errors.root && <ErrorNotice error={join.error} />}
      {isAppError(join.error, 'account_exists') && <p className="text-soft">{signIn} to accept the invitation with it.</p>}
      <Button type="submit" variant="primary" size="lg" isPending={join.isPending}>
        Create account and join
      </Button>
      <p className="text-soft">You have an account here? {signIn}</p>
    </form>
  )
}
