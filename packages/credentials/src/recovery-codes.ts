import { recoveryCodesCount } from '@colonnade/contracts/people/second-factors'
import { type Random, randomText } from '@colonnade/core'
import { createHash } from 'node:crypto'

/** No letters that look like others. 24 of 32 are 120 bits, so that a plain hash keeps them (OWASP ASVS 5, 6.5.2). */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const codeLength = 24

/** Codes as people write them down: `abcd-efgh-jkmn-pqrs-tuvw-xyz2`. */
export function newRecoveryCodes(random: Random): string[] {
  return Array.from({ length: recoveryCodesCount }, () => randomText(random, alphabet, codeLength).replace(/(.{4})(?=.)/g, '$1-'))
}

/** However it is typed. Of one person only: the same code of another has another hash. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(`${userId} ${plain}`).digest()
}
