import type { Transaction } from '@colonnade/pg'
import type { AuthCall } from '../call.ts'
import type { UserRow } from '../users/user.ts'

export type SmsChannel = 'sms' | 'whatsapp'

export interface AuthSms {
  readonly phone: string
  readonly channel: SmsChannel
  readonly otp: string
  readonly user: UserRow
  /** Whether it is for a second factor, whose text is `mfa_phone_template` and no `sms_template`. */
  readonly isFactor?: true
}

/** Sends text messages of projects by their provider. */
export interface SmsPost {
  /** Returns the provider's id of the message. @throws AuthError `sms_send_failed`, `over_sms_send_rate_limit` */
  send(call: AuthCall, tx: Transaction, sms: AuthSms): Promise<string>
}
