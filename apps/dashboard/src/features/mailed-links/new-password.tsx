import { Password } from '@colonnade/contracts/foundation/values'
import { isAppError } from '@colonnade/core'
import { Button, buttonClass, Field, PasswordInput, StrengthMeter } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { LinkEnded } from './link-ended.tsx'
import { newPasswordText } from './messages.ts'
import { useCompleteReset } from './mutations.ts'

const NewPasswordInput = z.object({ password: Password })

/** Where a mailed link leads: `token` is out of it. */
export function NewPassword({ token }: { readonly token: string }) {
  useTitle(newPasswordText.title)
  const complete = useCompleteReset()
  const form = useForm({ resolver: zodResolver(NewPasswordInput), defaultValues: { password: '' } })
  const password = useWatch({ control: form.control, name: 'password' })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) => complete.mutate({ token, ...values }, { onError: (error) => showFormError(form, error) }))
  if (token === '' || isAppError(complete.error, 'link_invalid')) return <LinkEnded again={paths.forgotPassword} label={newPasswordText.newLink} />
  if (complete.isSuccess) return <Done />
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{newPasswordText.title}</h1>
        <p className="mt-1 text-soft">{newPasswordText.description}</p>
      </div>
      <Field label={newPasswordText.newPassword} error={errors.password?.message} hint={newPasswordText.passwordHint}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing this page is for */}
        <PasswordInput autoComplete="new-password" autoFocus {...form.register('password')} />
        <StrengthMeter password={password} />
      </Field>
      {errors.root && <ErrorNotice error={complete.error} />}
      <Button type="submit" variant="primary" size="lg" isPending={complete.isPending}>
        {newPasswordText.submit}
      </Button>
    </form>
  )
}

function Done() {
  return (
    <output className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{newPasswordText.doneTitle}</h1>
        <p className="mt-1 text-soft">{newPasswordText.doneBody}</p>
      </div>
      <Link to={paths.signIn} className={buttonClass({ variant: 'primary', size: 'lg' })}>
        {newPasswordText.signIn}
      </Link>
    </output>
  )
}
