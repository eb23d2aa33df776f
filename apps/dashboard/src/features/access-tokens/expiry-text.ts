import { type Expiry, expiryTime } from '../../lib/forms/expiry.ts'

/** What a choice means. */
export function expiryText(expiry: Expiry, date: string | null, nowMs: number): string {
  const end = expiryTime(expiry, date, nowMs)
  if (end === null) return 'It works until you revoke it: whoever finds it in some years can still use it.'
  if (end === undefined) return 'Choose a day and a time.'
  return `It stops working on ${new Date(end).toLocaleDateString(undefined, { dateStyle: 'long' })}.`
}
