import type { Random } from '@colonnade/core'
import { randomText } from '@colonnade/core'
import { createHash, timingSafeEqual } from 'node:crypto'

/** Marks tokens that end in a code for the client that began, instead of a session in the address. */
export const pkcePrefix = 'pkce_'

export const newOtp = (random: Random, length: number): string => randomText(random, '0123456789', length)

/** Characters of SHA-224 in hex. */
const hashLength = 56
/** 128 bits: the hash of a code alone could be guessed as the code can, without a word of whom the guess is for. */
const saltBytes = 16

/**
 * Returns what is stored of a code, and what links carry: GoTrue's hash (`crypto.GenerateTokenHash`), and random bytes that only the link
 * has. `addressee`: the email address in lower case, or the phone number.
 */
export function newTokenHash(random: Random, addressee: string, otp: string): string {
  return `${hashOtp(addressee, otp)}${Buffer.from(random.bytes(saltBytes)).toString('hex')}`
}

export function hashOtp(addressee: string, otp: string): string {
  return createHash('sha224').update(addressee).update(otp).digest('hex')
}

/** Returns true if a code is the one that was sent, in either kind of flow. */
export function isOtpOf(stored: string | null, addressee: string, otp: string): boolean {
  if (stored === null || stored === '') return false
  const [expected, given] = [stored.replace(/^pkce_/, '').slice(0, hashLength), hashOtp(addressee, otp)].map((text) => Buffer.from(text))
  return expected!.length === given!.length && timingSafeEqual(expected!, given!)
}
