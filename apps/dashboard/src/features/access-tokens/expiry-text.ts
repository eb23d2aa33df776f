import { type Expiry, expiryTime } from '../../lib/forms/expiry.ts'
import { expiryCopy } from './messages.ts'

/** Explains when a token with this choice expires. */
export function expiryText(expiry: Expiry, date: string | null, nowMs: number): string {
  const end = expiryTime(expiry, date, nowMs)
  if (end === null) return expiryCopy.never
  if (end === undefined) return expiryCopy.missing
  return expiryCopy.on(new Date(end).toLocaleDateString(undefined, { dateStyle: 'long' }))
}
