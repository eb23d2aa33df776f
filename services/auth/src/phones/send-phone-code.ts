import type { Database, Transaction } from '@colonnade/pg'
import type { AuthCall } from '../call.ts'
import { requirePause } from '../codes/send-code.ts'
import { keepToken, withdrawToken } from '../one-time-tokens/store.ts'
import { newOtp, newTokenHash } from '../one-time-tokens/token-hash.ts'
import { tokenKinds } from '../one-time-tokens/token-kinds.ts'
import type { UserRow } from '../users/user.ts'
import type { SmsChannel } from './sms-post.ts'

export interface PhoneCodeRequest {
  readonly user: UserRow
  readonly phone: string
  readonly channel: SmsChannel
  readonly kind: 'confirmation' | 'phoneChange' | 'reauthentication'
  /** Takes back what else the transaction did for it. */
  readonly undo?: (database: Database) => Promise<void>
}

/**
 * Makes a code for a phone, keeps its hash, and has it sent by the errands of the call. If it can't be sent, the code is taken back.
 *
 * @throws AuthError `over_sms_send_rate_limit`, `sms_send_failed`
 */
export async function sendPhoneCode(call: AuthCall, tx: Transaction, { user, phone, channel, kind, undo }: PhoneCodeRequest): Promise<void> {
  const { settings, random, clock } = call
  const token = tokenKinds[kind]
  const fixed = testCodeOf(settings, phone, clock.now())
  requirePause(call, user[token.sentColumn], settings.sms_max_frequency, 'over_sms_send_rate_limit')
  const otp = fixed ?? newOtp(random, settings.sms_otp_length)
  await keepToken(tx, user.id, token, newTokenHash(random, phone, otp), phone)
  if (fixed !== null) return call.errands.add(tx, { run: async () => 'test-otp' })
  await call.sms.send(call, tx, {
    phone,
    channel,
    otp,
    user,
    async undo(database) {
      await withdrawToken(database, user.id, token, user[token.sentColumn])
      await undo?.(database)
    },
  })
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
