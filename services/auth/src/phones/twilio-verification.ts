import { NoAnswer } from '@colonnade/outbound'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { isHookOn } from '../hooks/hook.ts'
import { askProvider } from './providers/ask-provider.ts'
import { basic } from './providers/provider.ts'
import { testCodeOf } from './send-phone-code.ts'

/** Returns true if Twilio Verify creates and checks the codes for this phone; stored tokens then only record that one was sent. */
export function isCheckedElsewhere(call: AuthCall, phone: string): boolean {
  const { settings, clock } = call
  return settings.sms_provider === 'twilio_verify' && !isHookOn(call, 'send_sms') && testCodeOf(settings, phone, clock.now()) === null
}

/**
 * Asks Twilio whether a code is right, which spends it: `POST /v2/Services/{ServiceSid}/VerificationCheck`. Outside of any transaction.
 *
 * @throws AuthError `unexpected_failure` when it can't be asked
 */
export async function checkElsewhere({ settings, addresses, outbound }: AuthCall, phone: string, code: string): Promise<boolean> {
  if (!/^\d{4,10}$/.test(code)) return false
  const account = settings.sms_twilio_verify_account_sid
  const service = encodeURIComponent(settings.sms_twilio_verify_message_service_sid)
  try {
    const { status, json } = await askProvider(
      {
        url: `${addresses.twilioVerify}/v2/Services/${service}/VerificationCheck`,
        headers: { authorization: basic(account, settings.sms_twilio_verify_auth_token) },
        fields: { To: `+${phone}`, Code: code },
      },
      outbound.arePrivateAllowed,
    )
    // 404: there is none, or it no longer exists
    if (status === 404) return false
    if (status >= 200 && status <= 299) return json?.['status'] === 'approved'
    throw new AuthError('unexpected_failure', 'Error checking the code', { cause: `Twilio answered ${status}` })
  } catch (error) {
    if (error instanceof NoAnswer) throw new AuthError('unexpected_failure', 'Error checking the code', { cause: error })
    throw error
  }
}
