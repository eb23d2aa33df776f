import { Password } from '@colonnade/contracts/foundation/values'
import { isAppError } from '@colonnade/core'
import { Button, Field, Panel, PanelHeader, PasswordInput, StrengthMeter } from '@colonnade/ui'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { SettingsForm } from '../../lib/settings/settings-form.tsx'
import { useSettings } from '../../lib/settings/use-settings.ts'
import { signOut } from '../../scope/sign-out.ts'
import { firstPasswordText } from './messages.ts'
import { useChoosePassword } from './mutations.ts'

const FirstPassword = z.object({ password: Password })
const empty = { password: '' }

/** For who came through a provider, and has no password yet. */
export function FirstPasswordForm({ email }: { readonly email: string }) {
  const choose = useChoosePassword()
  const { register, control, errors, settings } = useSettings({
    schema: FirstPassword,
    values: empty,
    mutation: choose,
    valuesOf: () => empty,
    doneText: firstPasswordText.saved,
  })
  const password = useWatch({ control, name: 'password' })
  const { isDirty, isSaving, save, error } = settings
  return (
    <Panel label={firstPasswordText.password}>
      <PanelHeader title={firstPasswordText.password} description={firstPasswordText.description} />
      <SettingsForm
        settings={{ isDirty, isSaving, save, error }}
        note={firstPasswordText.note}
        saveLabel={firstPasswordText.submit}
        actions={isAppError(choose.error, 'sign_in_again') && <Button onClick={() => signOut()}>{firstPasswordText.signOut}</Button>}
        leaving="silent"
      >
        {/* password managers look for the account that a new password belongs to */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label={firstPasswordText.newPassword} error={errors.password?.message} hint={firstPasswordText.passwordHint}>
          <PasswordInput autoComplete="new-password" {...register('password')} />
          <StrengthMeter password={password} />
        </Field>
      </SettingsForm>
    </Panel>
  )
}
