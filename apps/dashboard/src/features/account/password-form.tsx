import { PasswordChange } from '@colonnade/contracts/people/account'
import { Field, Panel, PanelHeader, PasswordInput, StrengthMeter } from '@colonnade/ui'
import { useWatch } from 'react-hook-form'
import { SettingsForm } from '../../lib/settings/settings-form.tsx'
import { useSettings } from '../../lib/settings/use-settings.ts'
import { useChangePassword } from './mutations.ts'

const empty = { current_password: '', password: '' }

/** Changes one's password; whoever does it knows the one before. */
export function PasswordForm({ email }: { readonly email: string }) {
  const { register, control, errors, settings } = useSettings({
    schema: PasswordChange,
    values: empty,
    mutation: useChangePassword(),
    valuesOf: () => empty,
    doneText: ({ ended_sessions: ended }) =>
      ended === 0 ? 'Password changed' : `Password changed, ${ended === 1 ? '1 other session' : `${ended} other sessions`} ended`,
  })
  const password = useWatch({ control, name: 'password' })
  const { isDirty, isSaving, save, error } = settings
  return (
    <Panel label="Password">
      <PanelHeader title="Password" />
      <SettingsForm
        settings={{ isDirty, isSaving, save, error }}
        note="You stay signed in here; everywhere else you have to sign in anew."
        saveLabel="Change password"
        leaving="silent"
      >
        {/* password managers look for the account that a new password belongs to */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label="Current password" error={errors.current_password?.message}>
          <PasswordInput autoComplete="current-password" {...register('current_password')} />
        </Field>
        <Field label="New password" error={errors.password?.message} hint="At least 10 characters. A few unrelated words make a good one.">
          <PasswordInput autoComplete="new-password" {...register('password')} />
          <StrengthMeter password={password} />
        </Field>
      </SettingsForm>
    </Panel>
  )
}
