import { type AuthMailKind, templateSettingsOf } from '@colonnade/contracts/auth/auth-mails'
import { type AuthSettingName, authFields } from '@colonnade/contracts/auth/auth-settings'
import { type MailName, mailNames, type NoticeName, noticeNames } from '@colonnade/contracts/auth/message-fields'
import type { SettingWords } from '../kit/definition.ts'

/** An email to users, with its settings. */
export interface MailForm {
  readonly id: AuthMailKind
  readonly name: string
  readonly description: string
  readonly subject: AuthSettingName
  readonly body: AuthSettingName
  /** The switch of a notification; other emails are always sent. */
  readonly enabledBy: AuthSettingName | null
  readonly variables: readonly string[]
  readonly settings: readonly SettingWords[]
}

const mails: Readonly<Record<MailName, readonly [name: string, description: string]>> = {
  confirmation: ['Confirm sign up', 'Asks a new user to confirm their address.'],
  invite: ['Invite user', 'Invites a person without an account.'],
  magic_link: ['Magic link', 'Signs a user in with a link or code.'],
  recovery: ['Reset password', 'Lets a user choose a new password.'],
  email_change: ['Change email address', 'Asks the user to confirm a new address.'],
  reauthentication: ['Reauthentication', 'Sends a code to confirm a sensitive change.'],
}

const notices: Readonly<Record<NoticeName, readonly [name: string, description: string]>> = {
  password_changed: ['Password changed', 'Sent after a password change.'],
  email_changed: ['Email address changed', 'Sent to the old address after an email change.'],
  phone_changed: ['Phone number changed', 'Sent after a phone number change.'],
  mfa_factor_enrolled: ['Second factor added', 'Sent after a second factor is added.'],
  mfa_factor_unenrolled: ['Second factor removed', 'Sent after a second factor is removed.'],
  identity_linked: ['Identity linked', 'Sent after a sign-in method is linked.'],
  identity_unlinked: ['Identity unlinked', 'Sent after a sign-in method is unlinked.'],
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
