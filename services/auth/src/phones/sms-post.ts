import type { Database, Transaction } from '@colonnade/pg'
import type { AuthCall } from '../call.ts'
import type { UserRow } from '../users/user.ts'

export type SmsChannel = 'sms' | 'whatsapp'

export interface AuthSms {
  readonly phone: string
  readonly channel: SmsChannel
  readonly otp: string
  readonly user: UserRow
  /** The message is for a second factor: its template is `mfa_phone_template` in place of `sms_template`. */
  readonly isFactor?: true
  /** Takes back what the transaction did for it, if it can't be sent. */
  readonly undo?: (database: Database) => Promise<void>
}

/** Sends text messages of projects by their provider. */
export interface SmsPost {
  /**
   * Has a message sent once the transaction is committed, by the errands of the call, which return the provider's id of it and fail with
   * `sms_send_failed`.
   *
   * @throws AuthError `sms_send_failed` for a project that has no provider, `over_sms_send_rate_limit`
   */
  send(call: AuthCall, tx: Transaction, sms: AuthSms): Promise<void>
}
