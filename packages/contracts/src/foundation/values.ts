import { parseEmailAddress } from '@colonnade/core'
import { z } from 'zod'
import { guessableBecause } from './guessable-passwords.ts'

/** Maximum length of an organization or project name, in characters. */
export const nameMaxLength = 100

/**
 * A display name: visible text, trimmed, without control characters. Bidirectional control characters are refused, because they could change how
 * the surrounding text of a mail or consent page reads. Right-to-left scripts don't need them.
 */
export const Name = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(nameMaxLength, `Use at most ${nameMaxLength} characters`)
  .regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, 'Remove line breaks and other control characters')
  .regex(/[^\p{Z}\p{C}\p{DI}]|^$/u, 'Use at least one visible character')
  .refine((text) => text.isWellFormed(), 'Remove incomplete characters (unpaired surrogates)')

/** Text with line breaks. Postgres can't store NUL. */
export const Text = (maxLength: number) =>
  z
    .string()
    // formatted when it is shown: loading number formats would delay the start of every page
    .max(maxLength, { error: () => `Use at most ${maxLength.toLocaleString('en')} characters` })
    // oxlint-disable-next-line no-control-regex -- this refuses NUL
    .regex(/^[^\u0000]*$/, 'Remove NUL characters')
    .refine((text) => text.isWellFormed(), 'Remove incomplete characters (unpaired surrogates)')

/** Identifies an organization in URLs. */
export const Slug = z
  .string()
  .min(1)
  .max(48, 'Use at most 48 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens between them')

/** An email address, normalized for comparison (`parseEmailAddress`). */
export const Email = z
  .string()
  .max(320, 'Use at most 254 characters')
  .overwrite((text) => parseEmailAddress(text) ?? text)
  .refine((text) => parseEmailAddress(text) !== null, 'Enter a valid email address')
  .meta({ format: 'email' })

/** An account password. The upper limit bounds the cost of hashing. */
export const Password = z.string().min(10, 'Use at least 10 characters').max(256, 'Use at most 256 characters')

/** A database password: printable ASCII, which SASLprep (RFC 4013) leaves unchanged in every driver, and not easy to guess. */
export const DatabasePassword = z
  .string()
  .min(8, 'Use at least 8 characters')
  .max(128, 'Use at most 128 characters')
  .regex(/^[\x20-\x7e]*$/, 'Use letters, digits and the symbols of a US keyboard')
  .superRefine((password, context) => {
    const message = guessableBecause(password)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

/** ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime()

/** Parses a comma-separated list in a query string: `status=new,seen`. */
export function commaList<Item extends z.ZodType<unknown, string>>(item: Item) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (Array.isArray(value) ? value : value.split(',')).map((part) => part.trim()).filter((part) => part !== ''))
    .pipe(z.array(item))
}

/** An integer in a query string. */
export const QueryInteger = z.coerce.number().int()

/** Returns the schema of a list page. `next_offset` is null on the last page. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_offset: z.number().int().nullable() })
}

/** Returns the schema of a page of a growing list, newest first. `next_before` requests the next page; null on the last page. */
export function newestPage<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_before: z.number().int().nullable() })
}

/** Returns the query schema of such a page: entries before the given one. */
export function newestQuery(usual: number) {
  return z.object({ before: QueryInteger.positive().optional(), limit: QueryInteger.min(1).max(100).default(usual) })
}

/** A response without content (204). */
export const Nothing = z.undefined()
