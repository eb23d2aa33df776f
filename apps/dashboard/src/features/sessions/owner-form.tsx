import { SetupInput } from '@colonnade/contracts/people/sessions'
import { isAppError } from '@colonnade/core'
import { Button, Field, Input, PasswordInput, StrengthMeter } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { ownerFormText } from './messages.ts'
import { useCreateOwner } from './mutations.ts'

const OwnerInput = SetupInput.omit({ token: true })

/** The first account of an installation, by the link that its first start printed. */
export function OwnerForm({ token }: { readonly token: string }) {
  useTitle(ownerFormText.createOwner)
  const create = useCreateOwner(paths.root)
  const form = useForm({ resolver: zodResolver(OwnerInput), defaultValues: { email: '', password: '' } })
  const password = useWatch({ control: form.control, name: 'password' })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) => create.mutate({ token, ...values }, { onError: (error) => showFormError(form, error) }))
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{ownerFormText.createOwner}</h1>
        <p className="mt-1 text-soft">{ownerFormText.description}</p>
      </div>
      <Field label={ownerFormText.email} error={errors.email?.message}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing this page is for */}
        <Input type="email" autoComplete="username" autoFocus {...form.register('email')} />
      </Field>
      <Field label={ownerFormText.password} error={errors.password?.message} hint={ownerFormText.passwordHint}>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
        <StrengthMeter password={password} />
      </Field>
      {errors.root && <ErrorNotice error={create.error} />}
      {isAppError(create.error, 'setup_link_invalid') && <p className="text-soft">{ownerFormText.linkEnded}</p>}
      <Button type="submit" variant="primary" size="lg" isPending={create.isPending}>
        {ownerFormText.createOwner}
      </Button>
    </form>
  )
}
