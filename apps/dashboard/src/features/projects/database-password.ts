import { randomText, type Random } from '@colonnade/core'

/** No look-alikes (0 O, 1 l I), and nothing that a shell or an address would treat specially. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_'

/** 24 of them carry about 140 bits. */
export const generatedPasswordLength = 24

export function generatePassword(random: Random): string {
  return randomText(random, alphabet, generatedPasswordLength)
}
