import { objectsIn, type SmsProvider, textOf, unexpected } from './provider.ts'

/** `POST /send/`, whose status is always 200. */
export const textlocal: SmsProvider = {
  findGap: ({ sms_textlocal_api_key: key, sms_textlocal_sender: sender }) =>
    key === '' || sender === '' ? 'Textlocal needs an API key and a sender' : null,
  requestOf(settings, { textlocal: origin }, { phone, text }) {
    return {
      url: `${origin}/send/`,
      headers: {},
      fields: { apikey: settings.sms_textlocal_api_key, sender: settings.sms_textlocal_sender, message: text, numbers: phone },
    }
  },
  outcomeOf(reply) {
    const { status, json } = reply
    if (json === undefined) return unexpected(reply)
    const [error] = objectsIn(json['errors'])
    if (error !== undefined) return { problem: `${textOf(error['message'])} (${textOf(error['code'])})` }
    if (status < 200 || status > 299 || json['status'] !== 'success') return unexpected(reply)
    return { id: textOf(objectsIn(json['messages'])[0]?.['id']) }
  },
}
