import { randomText, type Random } from './random.ts'

const lower = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'

/** A project reference: 20 lower-case letters (94 bits). */
export function newRef(random: Random): string {
  return randomText(random, lower, 20)
}

/** Whether a text has the form of a project reference. */
export function isRef(text: string): boolean {
  return /^[a-z]{20}$/.test(text)
}

/** A version 4 UUID (RFC 9562). */
export function newId(random: Random): string {
  const bytes = random.bytes(16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Whether a text has the form of an id, as Postgres writes one. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

/** A URL-safe secret of 43 characters from a 62-letter alphabet: 256 bits. */
export function newSecret(random: Random): string {
  return randomText(random, lower + lower.toUpperCase() + digits, 43)
}

/** A database password: 24 letters and digits (143 bits), safe in a URL, a shell and a connection string without quoting. */
export function newPassword(random: Random): string {
  return randomText(random, lower + lower.toUpperCase() + digits, 24)
}

/**
 * A slug from a name: lower-case words joined by hyphens, at most 40 characters. A name without any Latin letter or digit gives
 * the fallback.
 */
export function slugify(name: string, fallback: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  return slug === '' ? fallback : slug
}
