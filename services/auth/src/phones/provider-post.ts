import { NoAnswer } from '@colonnade/outbound'
import { randomUUID } from 'node:crypto'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { callHook, isHookOn } from '../hooks/hook.ts'
import { sealEnvelope } from '../mails/sealed-mail.ts'
import * as store from '../mails/store.ts'
import { renderSetting } from '../templates/render-setting.ts'
import { userJson } from '../users/user-json.ts'
import { findUserById } from '../users/user.ts'
import { askProvider } from './providers/ask-provider.ts'
import { messagebird } from './providers/messagebird.ts'
import type { Message, ProviderOutcome, SmsProvider } from './providers/provider.ts'
import { textlocal } from './providers/textlocal.ts'
import { twilio, twilioVerify } from './providers/twilio.ts'
import { vonage } from './providers/vonage.ts'
import type { AuthSms, SmsPost } from './sms-post.ts'

const providers: Readonly<Record<NonNullable<AuthCall['settings']['sms_provider']>, SmsProvider>> = {
  twilio,
  twilio_verify: twilioVerify,
  messagebird,
  textlocal,
  vonage,
}

/** Sends by the provider that the project has chosen, or by its hook. */
export const providerPost: SmsPost = {
  async send(call, tx, sms) {
    const { ref, settings, secrets, clock } = call
    const isOwn = isHookOn(call, 'send_sms')
    if (!isOwn) requireProvider(call, sms)
    const id = randomUUID()
    const isCounted = await store.insertMail(
      tx,
      {
        id,
        kind: store.smsKind,
        state: 'sent',
        envelope: sealEnvelope(secrets, ref, id, { to: sms.phone, subject: '', usefulUntil: clock.now() }),
        content: null,
        usefulSeconds: 0,
      },
      settings.rate_limit_sms_sent,
    )
    if (!isCounted) throw new AuthError('over_sms_send_rate_limit', 'SMS rate limit exceeded', { limit: 'rate_limit_sms_sent' })
    call.errands.add(tx, {
      run: () => (isOwn ? tellHook(call, sms) : sendByProvider(call, sms)),
      async undo(database) {
        await store.removeMail(database, id)
        await sms.undo?.(database)
      },
    })
  },
}

/** @throws AuthError `sms_send_failed` with what is missing in the log; `validation_failed` for a channel that the provider has not */
function requireProvider({ ref, settings, logger }: AuthCall, { channel }: AuthSms): SmsProvider {
  const { sms_provider: name } = settings
  if (name === null) throw new AuthError('sms_send_failed', 'Error sending sms: no SMS provider is set up')
  if (channel === 'whatsapp' && name !== 'twilio' && name !== 'twilio_verify') {
    throw new AuthError('validation_failed', 'WhatsApp is only supported if Twilio or Twilio Verify is used as the provider')
  }
  const gap = providers[name].findGap(settings, channel)
  if (gap === null) return providers[name]
  logger.warn('auth sms not sent', { ref, provider: name, problem: gap })
  throw new AuthError('sms_send_failed', 'Error sending sms: the SMS provider is not set up')
}

async function sendByProvider(call: AuthCall, sms: AuthSms): Promise<string> {
  const { ref, settings, addresses, outbound, logger } = call
  const provider = requireProvider(call, sms)
  const { phone, channel, otp, isFactor } = sms
  const text = renderSetting(settings, isFactor ? 'mfa_phone_template' : 'sms_template', { Code: otp })
  const message: Message = { phone, channel, text, otp }
  const outcome = await tried(async () =>
    provider.outcomeOf(await askProvider(provider.requestOf(settings, addresses, message), outbound.arePrivateAllowed)),
  )
  if ('id' in outcome) return outcome.id
  logger.warn('auth sms not sent', { ref, provider: settings.sms_provider, problem: outcome.problem.slice(0, 1_000) })
  throw new AuthError('sms_send_failed', 'Error sending sms: the SMS provider rejected the message')
}

async function tried(work: () => Promise<ProviderOutcome>): Promise<ProviderOutcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NoAnswer) return { problem: error.message }
    throw error
  }
}

async function tellHook(call: AuthCall, { user, phone, otp, channel, isFactor }: AuthSms): Promise<null> {
  const now = (await findUserById(await call.database(), user.id)) ?? user
  const sms = { otp, phone, sms_type: isFactor ? 'mfa' : 'verification', channel }
  await callHook(call, 'send_sms', { user: userJson(now), sms })
  return null
}
