import { SecondStep } from '@colonnade/contracts/people/second-factors'
import { Credentials } from '@colonnade/contracts/people/sessions'
import { isAppError } from '@colonnade/core'
import { Button, Field, Input, PasswordInput } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { signInText } from './messages.ts'
import { useSignIn } from './mutations.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

const linkClass = 'underline-offset-4 hover:text-fg hover:underline'

export interface SignInFormProps {
  readonly returnTo: string
  readonly hasUsedLink: boolean
  /** Anybody may make an account. */
  readonly canSignUp: boolean
  /** The password was right and is not enough. */
  readonly onSecondStep: (step: SecondStep) => void
}

export function SignInForm({ returnTo, hasUsedLink, canSignUp, onSecondStep }: SignInFormProps) {
  useTitle(signInText.signIn)
  const signIn = useSignIn(returnTo)
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: { email: '', password: '' } })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) =>
    signIn.mutate(values, {
      onError: (error) => {
        if (isAppError(error, 'second_step_required')) onSecondStep(SecondStep.parse(error.details))
        else showFormError(form, error)
      },
    }),
  )
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{signInText.signIn}</h1>
        {hasUsedLink && <p className="mt-1 text-soft">{signInText.hasOwner}</p>}
      </div>
      <Field label={signInText.email} error={errors.email?.message}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing this page is for */}
        <Input type="email" autoComplete="username" autoFocus {...form.register('email')} />
      </Field>
      <Field label={signInText.password} error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      {errors.root && <ErrorNotice error={signIn.error} />}
      <Button type="submit" variant="primary" size="lg" isPending={signIn.isPending}>
        {signInText.signIn}
      </Button>
      <PasskeyButton returnTo={returnTo} />
      <ProviderButtons returnTo={returnTo} />
      <p className="flex flex-wrap justify-center gap-x-6 gap-y-2 text-soft">
        <Link to={paths.forgotPassword} className={linkClass}>
          {signInText.forgot}
        </Link>
        {canSignUp && (
          <Link to={paths.signUp} className={linkClass}>
            {signInText.signUp}
          </Link>
        )}
      </p>
    </form>
  )
}
