import { objectsIn, type SmsProvider, textOf, unexpected } from './provider.ts'

/** `POST /messages`. */
export const messagebird: SmsProvider = {
  findGap: ({ sms_messagebird_access_key: key, sms_messagebird_originator: sender }) =>
    key === '' || sender === '' ? 'MessageBird needs an access key and an originator' : null,
  requestOf(settings, { messagebird: origin }, { phone, text }) {
    return {
      url: `${origin}/messages`,
      headers: { authorization: `AccessKey ${settings.sms_messagebird_access_key}` },
      fields: { originator: settings.sms_messagebird_originator, body: text, recipients: phone, type: 'sms', datacoding: 'unicode' },
    }
  },
  outcomeOf(reply) {
    const { status, json } = reply
    if (json === undefined) return unexpected(reply)
    const [error] = objectsIn(json['errors'])
    if (error !== undefined) return { problem: `${textOf(error['description'])} (${textOf(error['code'])})` }
    if (status < 200 || status > 299) return unexpected(reply)
    const recipients = json['recipients'] as { readonly totalSentCount?: unknown } | null | undefined
    return recipients?.totalSentCount === 0 ? { problem: 'The provider sent the message to no one' } : { id: textOf(json['id']) }
  },
}
