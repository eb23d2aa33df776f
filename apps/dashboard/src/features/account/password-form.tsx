import { PasswordChange } from '@colonnade/contracts/people/account'
import { Field, Panel, PanelHeader, PasswordInput, StrengthMeter } from '@colonnade/ui'
import { useWatch } from 'react-hook-form'
import { SettingsForm } from '../../lib/settings/settings-form.tsx'
import { useSettings } from '../../lib/settings/use-settings.ts'
import { passwordText } from './messages.ts'
import { useChangePassword } from './mutations.ts'

const empty = { current_password: '', password: '' }

/** Changes the password of a person who knows the current one. */
export function PasswordForm({ email }: { readonly email: string }) {
  const { register, control, errors, settings } = useSettings({
    schema: PasswordChange,
    values: empty,
    mutation: useChangePassword(),
    valuesOf: () => empty,
    doneText: ({ ended_sessions: ended }) => passwordText.changed(ended),
  })
  const password = useWatch({ control, name: 'password' })
  const { isDirty, isSaving, save, error } = settings
  return (
    <Panel label={passwordText.password}>
      <PanelHeader title={passwordText.password} />
      <SettingsForm settings={{ isDirty, isSaving, save, error }} note={passwordText.note} saveLabel={passwordText.submit} leaving="silent">
        {/* password managers look for the account that a new password belongs to */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label={passwordText.currentPassword} error={errors.current_password?.message}>
          <PasswordInput autoComplete="current-password" {...register('current_password')} />
        </Field>
        <Field label={passwordText.newPassword} error={errors.password?.message} hint={passwordText.passwordHint}>
          <PasswordInput autoComplete="new-password" {...register('password')} />
          <StrengthMeter password={password} />
        </Field>
      </SettingsForm>
    </Panel>
  )
}
