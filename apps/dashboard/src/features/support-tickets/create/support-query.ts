import { messageMaxLength } from '@colonnade/contracts/installation/feedback'
import { subjectMaxLength, TicketCategory } from '@colonnade/contracts/installation/support-tickets'
import { z } from 'zod'
import { queryText } from './messages.ts'

// oxlint-disable-next-line no-control-regex -- control characters are what it finds
const controlCharacters = /[\u0000-\u001f\u007f]+/g

const cutNote = queryText.cut

/** Whatever stands in an address, as text: lists and objects are read from it where it looks like them. */
const text = z
  .unknown()
  .transform((value) => (value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)))

const oneLine = (maxLength: number) =>
  text
    .transform((value) => value.slice(0, maxLength).toWellFormed().replace(controlCharacters, ' ').trim())
    .transform((value) => (value === '' ? undefined : value))

/** An error's text as it can be sent. What is cut says so. */
export function sendableError(value: string): string | undefined {
  const clean = value.replaceAll('\u0000', '').trim()
  if (clean === '') return undefined
  return clean.length <= messageMaxLength ? clean : clean.slice(0, messageMaxLength - cutNote.length).toWellFormed() + cutNote
}

/** Spec §2: the optional search parameters of /support/new. Anybody can write such an address, so nothing in it is refused, only tidied. */
export const SupportQuery = z.object({
  ref: oneLine(100).optional(),
  category: TicketCategory.optional().catch(undefined),
  subject: oneLine(subjectMaxLength).optional(),
  error: text.transform(sendableError).optional(),
})
export type SupportQuery = z.infer<typeof SupportQuery>
