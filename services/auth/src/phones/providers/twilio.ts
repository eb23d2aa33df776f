import { basic, type ProviderOutcome, type ProviderReply, type SmsProvider, textOf, unexpected } from './provider.ts'

/** Twilio's Programmable Messaging: `POST /2010-04-01/Accounts/{AccountSid}/Messages.json`. */
export const twilio: SmsProvider = {
  findGap(
    { sms_twilio_account_sid: account, sms_twilio_auth_token: token, sms_twilio_message_service_sid: sender, sms_twilio_content_sid: content },
    channel,
  ) {
    if (account === '' || token === '' || sender === '') return 'Twilio needs an account, its token, and a messaging service or a number'
    return channel === 'whatsapp' && content === '' ? 'WhatsApp takes a content template of Twilio (ContentSid)' : null
  },
  requestOf(settings, { twilio: origin }, { phone, channel, text, otp }) {
    const account = settings.sms_twilio_account_sid
    const sender = settings.sms_twilio_message_service_sid
    const isService = sender.startsWith('MG')
    const prefix = channel === 'whatsapp' ? 'whatsapp:' : ''
    return {
      url: `${origin}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
      headers: { authorization: basic(account, settings.sms_twilio_auth_token) },
      fields: {
        To: `${prefix}+${phone}`,
        ...(isService ? { MessagingServiceSid: sender } : { From: `${prefix}${sender}` }),
        // WhatsApp requires an approved template for messages that businesses start
        ...(channel === 'whatsapp' ? { ContentSid: settings.sms_twilio_content_sid, ContentVariables: JSON.stringify({ 1: otp }) } : { Body: text }),
      },
    }
  },
  outcomeOf: twilioOutcome,
}

/** Twilio Verify makes and checks codes itself: `POST /v2/Services/{ServiceSid}/Verifications`. */
export const twilioVerify: SmsProvider = {
  findGap({ sms_twilio_verify_account_sid: account, sms_twilio_verify_auth_token: token, sms_twilio_verify_message_service_sid: service }) {
    return account === '' || token === '' || service === '' ? 'Twilio Verify needs an account, its token, and a Verify service' : null
  },
  requestOf(settings, { twilioVerify: origin }, { phone, channel }) {
    const account = settings.sms_twilio_verify_account_sid
    return {
      url: `${origin}/v2/Services/${encodeURIComponent(settings.sms_twilio_verify_message_service_sid)}/Verifications`,
      headers: { authorization: basic(account, settings.sms_twilio_verify_auth_token) },
      fields: { To: `+${phone}`, Channel: channel },
    }
  },
  outcomeOf: twilioOutcome,
}

export function twilioOutcome(reply: ProviderReply): ProviderOutcome {
  const { status, json } = reply
  if (json === undefined) return unexpected(reply)
  const state = textOf(json['status'])
  if (status < 200 || status > 299) return { problem: `${textOf(json['message'])} (${textOf(json['code'])})` }
  if (state === 'failed' || state === 'undelivered' || state === 'canceled') {
    return { problem: `${textOf(json['error_message'])} (${textOf(json['error_code'])})` }
  }
  return { id: textOf(json['sid']) }
}
