import type { ApiKeyType } from '@colonnade/contracts/api/api-keys'
import type { Random } from '@colonnade/core'
import { createHash } from 'node:crypto'

/** 22 characters of base64url. */
const randomBytes = 16
const randomLength = 22
const checksumLength = 8
/** Characters of the random part to show: 30 of its bits. */
const shownLength = 5

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** `sb_secret_` + random part + `_` + checksum, which ties the key to its project and detects typos. */
export function makeKeyText(random: Random, ref: string, type: ApiKeyType): string {
  const start = `sb_${type}_${Buffer.from(random.bytes(randomBytes)).toString('base64url').slice(0, randomLength)}`
  return `${start}_${sha256(`${ref}|${start}`).slice(0, checksumLength)}`
}

/** Returns a key's hash for lookups: SHA-256, base64url. */
export function hashKey(text: string): string {
  return sha256(text)
}

/** Returns the part of a key that may be shown and logged. */
export function prefixOf(text: string): string {
  return text.slice(0, text.indexOf('_', 3) + 1 + shownLength)
}

/** Returns a secret key as shown until it's revealed. */
export function masked(prefix: string): string {
  return `${prefix}${'·'.repeat(12)}`
}
