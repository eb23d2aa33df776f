import { Name, Password } from '@colonnade/contracts/foundation/values'
import { isAppError } from '@colonnade/core'
import { Button, Field, Input, PasswordInput, StrengthMeter } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { LinkEnded } from './link-ended.tsx'
import { completeText } from './messages.ts'
import { useCompleteSignUp } from './mutations.ts'

const AccountInput = z.object({ username: Name, password: Password })

/** Where a mailed link leads: `token` is out of it. */
export function CompleteSignUp({ token }: { readonly token: string }) {
  useTitle(completeText.pageTitle)
  const complete = useCompleteSignUp()
  const form = useForm({ resolver: zodResolver(AccountInput), defaultValues: { username: '', password: '' } })
  const password = useWatch({ control: form.control, name: 'password' })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) => complete.mutate({ token, ...values }, { onError: (error) => showFormError(form, error) }))
  if (token === '' || isAppError(complete.error, 'link_invalid')) return <LinkEnded again={paths.signUp} label={completeText.newLink} />
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{completeText.title}</h1>
        <p className="mt-1 text-soft">{completeText.description}</p>
      </div>
      <Field label={completeText.name} error={errors.username?.message} hint={completeText.nameHint}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing this page is for */}
        <Input autoComplete="name" autoFocus {...form.register('username')} />
      </Field>
      <Field label={completeText.password} error={errors.password?.message} hint={completeText.passwordHint}>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
        <StrengthMeter password={password} />
      </Field>
      {errors.root && <ErrorNotice error={complete.error} />}
      <Button type="submit" variant="primary" size="lg" isPending={complete.isPending}>
        {completeText.submit}
      </Button>
    </form>
  )
}
