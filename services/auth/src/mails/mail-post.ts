import type { Transaction } from '@colonnade/pg'
import type { AuthCall } from '../call.ts'

/** Mails that carry a token, by the name of their template. */
export type MailKind = 'confirmation' | 'invite' | 'magic_link' | 'recovery' | 'email_change' | 'reauthentication'

/** Mails that tell of something that has happened. They are off unless a project turns them on. */
export type NoticeKind =
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'mfa_factor_enrolled'
  | 'mfa_factor_unenrolled'
  | 'identity_linked'
  | 'identity_unlinked'

/** Variables of templates, besides those of every mail: `.SiteURL`, `.Email`, `.Data`. */
export interface MailVariables {
  readonly ConfirmationURL?: string
  readonly Token?: string
  readonly TokenHash?: string
  readonly RedirectTo?: string
  readonly NewEmail?: string
  readonly SendingTo?: string
  readonly OldEmail?: string
  readonly Phone?: string
  readonly OldPhone?: string
  readonly Provider?: string
  readonly FactorType?: string
}

export interface AuthMail {
  readonly kind: MailKind | NoticeKind
  readonly to: string
  /** To whom it is about: what the template's `.Email` and `.Data` say. */
  readonly user: { readonly id: string; readonly email: string | null; readonly raw_user_meta_data: object | null }
  readonly variables: MailVariables
}

/** Sends mails of projects. */
export interface MailPost {
  /**
   * Adds a mail to the project's outbox in the transaction it belongs to, and sends it once that commits.
   *
   * @throws AuthError `over_email_send_rate_limit`
   */
  post(call: AuthCall, tx: Transaction, mail: AuthMail): Promise<void>
}
