import { messageMaxLength } from '@colonnade/contracts/installation/feedback'
import { formatNumber } from '../../lib/bytes.ts'
import { messages } from './messages.ts'

/** What is wrong with the message, if it is time to say so. Being empty is only worth a word once a picture waits to be sent with it. */
export function messageProblem(message: string, hasPicture: boolean, isTouched: boolean): string | undefined {
  if (message.length > messageMaxLength) return messages.tooLong(formatNumber(message.length - messageMaxLength))
  return hasPicture && isTouched && message.trim() === '' ? messages.messageMissing : undefined
}
