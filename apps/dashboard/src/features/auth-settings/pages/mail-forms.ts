import { type AuthMailKind, templateSettingsOf } from '@colonnade/contracts/auth/auth-mails'
import { type AuthSettingName, authFields } from '@colonnade/contracts/auth/auth-settings'
import { type MailName, mailNames, type NoticeName, noticeNames } from '@colonnade/contracts/auth/message-fields'
import type { SettingWords } from '../kit/definition.ts'

/** One mail to users, with its settings. */
export interface MailForm {
  readonly id: AuthMailKind
  readonly name: string
  readonly description: string
  readonly subject: AuthSettingName
  readonly body: AuthSettingName
  /** Of a notice: its switch. The others are always sent. */
  readonly enabledBy: AuthSettingName | null
  readonly variables: readonly string[]
  readonly settings: readonly SettingWords[]
}

const mails: Readonly<Record<MailName, readonly [name: string, description: string]>> = {
  confirmation: ['Confirm sign up', 'Asks a new user to confirm their address.'],
  invite: ['Invite user', 'Invites somebody who has no account yet.'],
  magic_link: ['Magic link', 'Signs a user in with a link or code.'],
  recovery: ['Reset password', 'Lets a user choose a new password.'],
  email_change: ['Change email address', 'Asks to confirm a new address.'],
  reauthentication: ['Reauthentication', 'Brings a code for a sensitive change.'],
}

const notices: Readonly<Record<NoticeName, readonly [name: string, description: string]>> = {
  password_changed: ['Password changed', 'After the password was changed.'],
  email_changed: ['Email address changed', 'To the old address, after it was changed.'],
  phone_changed: ['Phone number changed', 'After the phone number was changed.'],
  mfa_factor_enrolled: ['Second factor added', 'After a second factor was added.'],
  mfa_factor_unenrolled: ['Second factor removed', 'After a second factor was removed.'],
  identity_linked: ['Identity linked', 'After another way to sign in was added.'],
  identity_unlinked: ['Identity unlinked', 'After a way to sign in was removed.'],
}

function formOf(id: AuthMailKind, [name, description]: readonly [string, string], enabledBy: AuthSettingName | null): MailForm {
  const { subject, body } = templateSettingsOf(id)
  return {
    id,
    name,
    description,
    subject,
    body,
    enabledBy,
    variables: authFields[body].variables,
    settings: [
      ...(enabledBy === null ? [] : [{ name: enabledBy, label: 'Send this email' }]),
      { name: subject, label: 'Subject', isLine: true } as const,
      { name: body, label: 'Body' },
    ],
  }
}

export const mailForms: readonly MailForm[] = mailNames.map((id) => formOf(id, mails[id], null))
export const noticeForms: readonly MailForm[] = noticeNames.map((id) => formOf(id, notices[id], `mailer_notifications_${id}_enabled`))
