import { type HookName, hookNames } from '@colonnade/contracts/auth/message-fields'
import type { SettingWords } from '../kit/definition.ts'

/** A point at which the auth service calls the project's own code. */
export interface HookForm {
  readonly id: HookName
  readonly name: string
  readonly description: string
  readonly settings: readonly SettingWords[]
}

const words: Readonly<Record<HookName, readonly [name: string, description: string]>> = {
  before_user_created: ['Before user created', 'Can refuse a new user.'],
  after_user_created: ['After user created', 'Runs once a user was created.'],
  send_sms: ['Send SMS', 'Sends text messages in place of an SMS provider.'],
  send_email: ['Send email', 'Sends emails in place of the mail server.'],
  custom_access_token: ['Customize access token claims', 'Adds and changes claims of every access token.'],
  mfa_verification_attempt: ['MFA verification attempt', 'Can refuse an attempt to verify a second factor.'],
  password_verification_attempt: ['Password verification attempt', 'Can refuse an attempt to sign in with a password.'],
}

export const hookForms: readonly HookForm[] = hookNames.map((id) => {
  const [name, description] = words[id]
  return {
    id,
    name,
    description,
    settings: [
      { name: `hook_${id}_enabled`, label: 'Enable this hook' },
      { name: `hook_${id}_uri`, label: 'Function or URL' },
      { name: `hook_${id}_secrets`, label: 'Signing secret' },
    ],
  }
})
