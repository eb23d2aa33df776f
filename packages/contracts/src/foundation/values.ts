import { parseEmailAddress } from '@colonnade/core'
import { z } from 'zod'
import { guessableBecause } from './guessable-passwords.ts'

/** Longest name of an organization or project, in characters. */
export const nameMaxLength = 100

/**
 * What people call a thing: any text that shows, trimmed, without control characters. Marks that turn the direction of text around are refused:
 * a name could make the words after it, in a letter or where an app asks for consent, read as others. Letters written from right to left need none.
 */
export const Name = z
  .string()
  .trim()
  .min(1, 'Give a name')
  .max(nameMaxLength, `Use at most ${nameMaxLength} characters`)
  .regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, 'Leave out line breaks and other control characters')
  .regex(/[^\p{Z}\p{C}\p{DI}]|^$/u, 'Give a name that can be seen')
  .refine((text) => text.isWellFormed(), 'Leave out half characters (a surrogate without its other half)')

/** Text that people write, with line breaks; Postgres keeps no NUL. */
export const Text = (maxLength: number) =>
  z
    .string()
    .max(maxLength, `Use at most ${maxLength.toLocaleString('en')} characters`)
    // oxlint-disable-next-line no-control-regex -- NUL is what this refuses
    .regex(/^[^\u0000]*$/, 'Leave out NUL characters')
    .refine((text) => text.isWellFormed(), 'Leave out half characters (a surrogate without its other half)')

/** What an address bar shows for an organization. */
export const Slug = z
  .string()
  .min(1)
  .max(48, 'Use at most 48 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens between them')

/** An address in the form in which it is compared, whatever form it was typed in (`parseEmailAddress`). */
export const Email = z
  .string()
  .max(320, 'Use at most 254 characters')
  .overwrite((text) => parseEmailAddress(text) ?? text)
  .refine((text) => parseEmailAddress(text) !== null, 'This is not an email address')
  .meta({ format: 'email' })

/** A password of a person: long enough, and short enough to hash. */
export const Password = z.string().min(10, 'Use at least 10 characters').max(256, 'Use at most 256 characters')

/** A password of a database: printable ASCII, for which every driver's SASLprep (RFC 4013) changes nothing, and not what is tried first. */
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

/** A comma list out of a query string: `status=new,seen`. */
export function commaList<Item extends z.ZodType<unknown, string>>(item: Item) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (Array.isArray(value) ? value : value.split(',')).map((part) => part.trim()).filter((part) => part !== ''))
    .pipe(z.array(item))
}

/** A whole number out of a query string. */
export const QueryInteger = z.coerce.number().int()

/** One page of a longer list; `next_offset` is null on the last one. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_offset: z.number().int().nullable() })
}

/** A page of what is listed newest first and grows meanwhile: `next_before` is what the next page is asked for with; null on the last one. */
export function newestPage<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_before: z.number().int().nullable() })
}

/** Which page of it: only what came before that entry. */
export function newestQuery(usual: number) {
  return z.object({ before: QueryInteger.positive().optional(), limit: QueryInteger.min(1).max(100).default(usual) })
}

/** For replies without content (204). */
export const Nothing = z.undefined()
