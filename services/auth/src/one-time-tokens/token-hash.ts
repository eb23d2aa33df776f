import type { Random } from '@colonnade/core'
import { randomText } from '@colonnade/core'
import { createHash, timingSafeEqual } from 'node:crypto'

/** Marks tokens that end in a code for the client that began, instead of a session in the address. */
export const pkcePrefix = 'pkce_'

export const newOtp = (random: Random, length: number): string => randomText(random, '0123456789', length)

/** What is stored of a code, and what links carry (GoTrue, `crypto.GenerateTokenHash`). `addressee`: the email address in lower case, or the phone number. */
export function hashOtp(addressee: string, otp: string): string {
  return createHash('sha224').update(addressee).update(otp).digest('hex')
}

/** Whether a code is the one that was sent, whichever way the flow ends. */
export function isOtpOf(stored: string | null, addressee: string, otp: string): boolean {
  if (stored === null || stored === '') return false
  const [expected, given] = [stored.replace(/^pkce_/, ''), hashOtp(addressee, otp)].map((text) => Buffer.from(text))
  return expected!.length === given!.length && timingSafeEqual(expected!, given!)
}
