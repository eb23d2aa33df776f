import { Password } from '@colonnade/contracts/foundation/values'
import { isAppError } from '@colonnade/core'
import { Button, Field, Panel, PanelContent, PanelFooter, PanelHeader, PasswordInput, StrengthMeter, toast } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { signOut } from '../../scope/sign-out.ts'
import { useChoosePassword } from './mutations.ts'

const FirstPassword = z.object({ password: Password })

/** For who came through a provider, and has no password yet. */
export function FirstPasswordForm({ email }: { readonly email: string }) {
  const choose = useChoosePassword()
  const form = useForm({ resolver: zodResolver(FirstPassword), defaultValues: { password: '' } })
  const password = useWatch({ control: form.control, name: 'password' })
  const { errors, isDirty } = form.formState
  const submit = form.handleSubmit((values) =>
    choose.mutate(values, { onSuccess: () => toast.success('You have a password now'), onError: (error) => showFormError(form, error) }),
  )
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Panel label="Password">
        <PanelHeader title="Password" description="You have none: another account signs you in. What protects this one is changed with a password." />
        <PanelContent className="flex flex-col gap-4">
          {/* password managers look for the account that a new password belongs to */}
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <Field label="New password" error={errors.password?.message} hint="At least 10 characters. A few unrelated words make a good one.">
            <PasswordInput autoComplete="new-password" {...form.register('password')} />
            <StrengthMeter password={password} />
          </Field>
          {errors.root && <ErrorNotice error={choose.error} />}
        </PanelContent>
        <PanelFooter note="You stay signed in here; everywhere else you have to sign in anew.">
          {isAppError(choose.error, 'sign_in_again') && <Button onClick={() => signOut()}>Sign out</Button>}
          <Button type="submit" variant="primary" disabled={!isDirty} isPending={choose.isPending}>
            Choose password
          </Button>
        </PanelFooter>
      </Panel>
    </form>
  )
}
