import { parseEmailAddress } from '@colonnade/core'
import { z } from 'zod'
import { AuthError } from '../errors.ts'
import { emailMost, metadataBytesMost, metadataDepthMost, phoneMost } from '../limits.ts'
import type { AuthRequest, JsonObject } from './auth-request.ts'

/** Text that Postgres can hold. */
export const Line = z
  .string()
  .max(10_000)
  .refine((text) => !text.includes('\u0000'), 'must not contain a NUL character')

/** An empty text counts as none, as clients send it for fields they leave out. */
export const OptionalLine = Line.nullish().transform((text) => (text === '' || text === null ? undefined : text))

/** User and app metadata: an object of bounded size and depth. */
export const Metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data) => data ?? undefined)
  .refine((data) => data === undefined || depthOf(data, 0) <= metadataDepthMost, `must not be nested deeper than ${metadataDepthMost} levels`)
  .refine((data) => data === undefined || JSON.stringify(data).length <= metadataBytesMost, `must not be larger than ${metadataBytesMost} bytes`)
  .refine((data) => data === undefined || !JSON.stringify(data).includes('\\u0000'), 'must not contain a NUL character')

export const Pkce = {
  code_challenge: OptionalLine,
  code_challenge_method: OptionalLine,
}

export const SecurityToken = { gotrue_meta_security: z.object({ captcha_token: OptionalLine }).nullish() }

/** To whom a code or link is sent: one of the two. */
export const Addressee = { email: OptionalLine, phone: OptionalLine }

/** Reads and checks the body. @throws AuthError `bad_json` for a field of the wrong type, `validation_failed` for a wrong value */
export async function bodyOf<S extends z.ZodType>(request: AuthRequest, schema: S): Promise<z.output<S>> {
  return checked(schema, await request.body())
}

/** @throws AuthError as `bodyOf` */
export function checked<S extends z.ZodType>(schema: S, value: JsonObject): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { path, message, code } = result.error.issues[0]!
  const field = path.join('.')
  if (code === 'invalid_type') throw new AuthError('bad_json', `Could not parse request body as JSON: ${field}: ${message}`)
  throw new AuthError('validation_failed', `${field === '' ? 'The request' : field}: ${message}`)
}

/**
 * The one form in which an address is kept. What the product's own rule takes is taken, and nothing that could add a header to a mail.
 *
 * @throws AuthError `validation_failed`
 */
export function emailOf(text: string): string {
  const address = text.length <= emailMost ? parseEmailAddress(text) : null
  if (address === null) throw new AuthError('validation_failed', 'Unable to validate email address: invalid format')
  return address
}

/** E.164 without the plus sign, as numbers are kept. @throws AuthError `validation_failed` */
export function phoneOf(text: string): string {
  const digits = text.replaceAll(/[\s()+.-]/g, '')
  if (text.length > phoneMost || !/^[1-9]\d{1,14}$/.test(digits))
    throw new AuthError('validation_failed', 'Invalid phone number format (E.164 required)')
  return digits
}

function depthOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth > metadataDepthMost) return depth
  return Math.max(depth + 1, ...Object.values(value).map((each) => depthOf(each, depth + 1)))
}
