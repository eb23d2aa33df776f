import { objectsIn, type SmsProvider, textOf, unexpected } from './provider.ts'

/** `POST /sms/json`, whose status is 200 also for what was not sent. */
export const vonage: SmsProvider = {
  findGap: ({ sms_vonage_api_key: key, sms_vonage_api_secret: secret, sms_vonage_from: sender }) =>
    key === '' || secret === '' || sender === '' ? 'Vonage needs an API key, its secret, and a sender' : null,
  requestOf(settings, { vonage: origin }, { phone, text }) {
    return {
      url: `${origin}/sms/json`,
      headers: {},
      fields: {
        api_key: settings.sms_vonage_api_key,
        api_secret: settings.sms_vonage_api_secret,
        from: settings.sms_vonage_from,
        to: phone,
        text,
        // in its alphabet of 7 bits, other characters come as question marks
        ...(/^[\x20-\x7e\n\r]*$/.test(text) ? {} : { type: 'unicode' }),
      },
    }
  },
  outcomeOf(reply) {
    const [message] = objectsIn(reply.json?.['messages'])
    if (message === undefined) return unexpected(reply)
    if (textOf(message['status']) !== '0') return { problem: `${textOf(message['error-text'])} (${textOf(message['status'])})` }
    return { id: textOf(message['message-id']) }
  },
}
