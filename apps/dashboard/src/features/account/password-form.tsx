import { PasswordChange } from '@colonnade/contracts/people/account'
import { Button, Field, Panel, PanelContent, PanelFooter, PanelHeader, PasswordInput, StrengthMeter, toast } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { useChangePassword } from './mutations.ts'

const empty = { current_password: '', password: '' }

/** Changes one's password; whoever does it knows the one before. */
export function PasswordForm({ email }: { readonly email: string }) {
  const change = useChangePassword()
  const form = useForm({ resolver: zodResolver(PasswordChange), defaultValues: empty })
  const password = useWatch({ control: form.control, name: 'password' })
  const { errors, isDirty } = form.formState
  const submit = form.handleSubmit((values) =>
    change.mutate(values, {
      onSuccess: ({ ended_sessions: ended }) => {
        form.reset(empty)
        toast.success(ended === 0 ? 'Password changed' : `Password changed, ${ended === 1 ? '1 other session' : `${ended} other sessions`} ended`)
      },
      onError: (error) => showFormError(form, error),
    }),
  )
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Panel label="Password">
        <PanelHeader title="Password" />
        <PanelContent className="flex flex-col gap-4">
          {/* password managers look for the account that a new password belongs to */}
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <Field label="Current password" error={errors.current_password?.message}>
            <PasswordInput autoComplete="current-password" {...form.register('current_password')} />
          </Field>
          <Field label="New password" error={errors.password?.message} hint="At least 10 characters. A few unrelated words make a good one.">
            <PasswordInput autoComplete="new-password" {...form.register('password')} />
            <StrengthMeter password={password} />
          </Field>
          {errors.root && <ErrorNotice error={change.error} />}
        </PanelContent>
        <PanelFooter note="You stay signed in here; everywhere else you have to sign in anew.">
          <Button type="submit" variant="primary" disabled={!isDirty} isPending={change.isPending}>
            Change password
          </Button>
        </PanelFooter>
      </Panel>
    </form>
  )
}
