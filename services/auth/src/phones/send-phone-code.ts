import type { Transaction } from '@colonnade/pg'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { requirePause } from '../codes/send-code.ts'
import { keepToken } from '../one-time-tokens/store.ts'
import { newOtp, newTokenHash } from '../one-time-tokens/token-hash.ts'
import { tokenKinds } from '../one-time-tokens/token-kinds.ts'
import type { UserRow } from '../users/user.ts'
import type { SmsChannel } from './sms-post.ts'

export interface PhoneCodeRequest {
  readonly user: UserRow
  readonly phone: string
  readonly channel: SmsChannel
  readonly kind: 'confirmation' | 'phoneChange' | 'reauthentication'
}

/**
 * Makes a code for a phone, keeps its hash and sends it. The id is the provider's, by which support finds the message.
 *
 * @throws AuthError `over_sms_send_rate_limit`, `sms_send_failed`
 */
export async function sendPhoneCode(call: AuthCall, tx: Transaction, { user, phone, channel, kind }: PhoneCodeRequest): Promise<string> {
  const { settings, random, clock } = call
  const token = tokenKinds[kind]
  const fixed = testCodeOf(settings, phone, clock.now())
  requirePause(call, user[token.sentColumn], settings.sms_max_frequency, 'over_sms_send_rate_limit')
  const otp = fixed ?? newOtp(random, settings.sms_otp_length)
  await keepToken(tx, user.id, token, newTokenHash(random, phone, otp), phone)
  if (fixed !== null) return 'test-otp'
  if (call.sms === null) throw new AuthError('sms_send_failed', 'Error sending sms: no SMS provider is set up')
  return call.sms.send(call, tx, { phone, channel, otp, user })
}

/** The code of a number that is there for tests, until the day that is set (`sms_test_otp`: `4790012345=123456,…`). */
export function testCodeOf(
  { sms_test_otp: codes, sms_test_otp_valid_until: until }: Pick<AuthCall['settings'], 'sms_test_otp' | 'sms_test_otp_valid_until'>,
  phone: string,
  nowMs: number,
): string | null {
  if (codes === '' || (until !== '' && Date.parse(until) < nowMs)) return null
  for (const each of codes.split(',')) {
    const [number, code] = each.split('=')
    if (number?.trim() === phone && code !== undefined) return code.trim()
  }
  return null
}
