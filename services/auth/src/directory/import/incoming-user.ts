import type { ImportedUser, RefusedRow } from '@colonnade/contracts/auth/user-files/imported-user'
import { isUsableHash } from '@colonnade/credentials'
import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AuthError } from '../../errors.ts'
import type { JsonObject } from '../../requests/auth-request.ts'
import { emailOf, Line, Metadata, phoneOf } from '../../requests/fields.ts'

const Time = z.iso.datetime({ offset: true }).refine((time) => {
  const year = Number(time.slice(0, 4))
  return year >= 1900 && year <= 9999
}, 'is out of range')

const Flag = z.boolean().optional()
const Short = Line.max(255).optional()

/** Validates each row, whatever has read the file. */
const Incoming: z.ZodType<ImportedUser> = z.strictObject({
  line: z.number().int().min(1),
  id: z.uuid().optional(),
  source_id: Line.min(1).max(500).optional(),
  email: Line.optional(),
  phone: Line.optional(),
  password_hash: Line.optional(),
  email_confirmed: Flag,
  email_confirmed_at: Time.optional(),
  phone_confirmed: Flag,
  phone_confirmed_at: Time.optional(),
  user_metadata: Metadata,
  app_metadata: Metadata,
  role: Short,
  created_at: Time.optional(),
  last_sign_in_at: Time.optional(),
  is_banned: Flag,
  banned_until: Time.optional(),
  is_anonymous: Flag,
  is_sso_user: Flag,
  identities: z
    .array(
      z.strictObject({
        provider: Line.min(1).max(255),
        provider_id: Line.min(1).max(500),
        data: Metadata,
        created_at: Time.optional(),
        last_sign_in_at: Time.optional(),
      }),
    )
    .max(50)
    .optional(),
}) as unknown as z.ZodType<ImportedUser>

/** Length of a ban without an end: not for ever, in case the source meant a limited one. */
const bannedMs = 100 * 365 * 86_400_000

/** Rules for rows with missing or unusable values. */
export interface IncomingRules {
  /** An address or number counts as confirmed unless the file says otherwise. */
  readonly isConfirmed: boolean
  /** A user with an unusable password hash is imported without a password; otherwise not at all. */
  readonly dropsHashes: boolean
  readonly nowMs: number
}

export interface IncomingIdentity {
  readonly provider: string
  readonly provider_id: string
  readonly identity_data: JsonObject
  readonly created_at: string
  readonly last_sign_in_at: string | null
}

/** A user as one is written: a row of auth.users with those of auth.identities. */
export interface IncomingUser {
  readonly line: number
  readonly id: string
  /** The id comes from the file, and wasn't generated. */
  readonly hasId: boolean
  readonly email: string | null
  readonly phone: string | null
  readonly password_hash: string | null
  readonly hasDroppedHash: boolean
  readonly email_confirmed_at: string | null
  readonly phone_confirmed_at: string | null
  readonly user_metadata: JsonObject
  readonly app_metadata: JsonObject
  readonly role: string | null
  readonly created_at: string
  readonly last_sign_in_at: string | null
  readonly banned_until: string | null
  readonly is_anonymous: boolean
  readonly is_sso_user: boolean
  readonly providers: readonly string[]
  readonly identities: readonly IncomingIdentity[]
}

export class RefusedUser extends Error {
  readonly refused: RefusedRow

  constructor(refused: RefusedRow) {
    super(refused.reason)
    this.refused = refused
  }
}

/** Postgres keeps no more (`auth.users.encrypted_password`). */
const hashMost = 255

/** A user of a line of JSON. @throws RefusedUser naming the field; AuthError `bad_json` for what is no line of an import */
export function incomingUser(text: string, { isConfirmed, dropsHashes, nowMs }: IncomingRules): IncomingUser {
  const given = parsedLine(text)
  const checked = Incoming.safeParse(given)
  if (!checked.success) {
    const { path, message } = checked.error.issues[0]!
    throw refuse(given.line, path.join('.'), valueAt(given, path), message)
  }
  const row = checked.data
  const [email, phone] = [readAs('email', emailOf), readAs('phone', phoneOf)]
  function readAs(field: 'email' | 'phone', read: (value: string) => string): string | null {
    const value = row[field]
    if (value === undefined) return null
    try {
      return read(value)
    } catch (error) {
      if (error instanceof AuthError) throw refuse(row.line, field, value, error.message)
      throw error
    }
  }
  const hash = row.password_hash === undefined || row.password_hash === '' ? null : row.password_hash
  const isUsable = hash !== null && hash.length <= hashMost && isUsableHash(hash)
  if (hash !== null && !isUsable && !dropsHashes) {
    throw refuse(row.line, 'password_hash', `${hash.slice(0, 16)}…`, 'The password hash has an unsupported format')
  }
  const now = new Date(nowMs).toISOString()
  const { id, hasId } = idOf(row)
  const createdAt = row.created_at ?? now
  const isSso = row.is_sso_user ?? row.identities?.some(({ provider }) => provider.startsWith('sso:')) ?? false
  const confirmedAt = (at: string | undefined, is: boolean | undefined): string | null => at ?? ((is ?? isConfirmed) ? createdAt : null)
  const own = {
    id,
    email,
    phone,
    isSso,
    hasPassword: isUsable,
    emailAt: email === null ? null : confirmedAt(row.email_confirmed_at, row.email_confirmed),
    phoneAt: phone === null ? null : confirmedAt(row.phone_confirmed_at, row.phone_confirmed),
  }
  const identities = identitiesOf(row, own, createdAt)
  if (identities.length === 0 && row.is_anonymous !== true) {
    throw refuse(row.line, null, null, 'Without an email address, phone number or provider identity, no one could sign in as this user')
  }
  const { provider: _provider, providers: _providers, ...appMetadata } = row.app_metadata ?? {}
  return {
    line: row.line,
    id,
    hasId,
    email,
    phone,
    password_hash: isUsable ? hash : null,
    hasDroppedHash: hash !== null && !isUsable,
    email_confirmed_at: own.emailAt,
    phone_confirmed_at: own.phoneAt,
    user_metadata: row.user_metadata ?? {},
    app_metadata: row.source_id === undefined ? appMetadata : { ...appMetadata, source_id: row.source_id },
    role: row.role === undefined || row.role === '' ? null : row.role,
    created_at: createdAt,
    last_sign_in_at: row.last_sign_in_at ?? null,
    banned_until: row.banned_until ?? (row.is_banned === true ? new Date(nowMs + bannedMs).toISOString() : null),
    is_anonymous: row.is_anonymous === true && email === null && phone === null,
    is_sso_user: isSso,
    providers: [...new Set(identities.map(({ provider }) => provider))],
    identities,
  }
}

interface Own {
  readonly id: string
  readonly email: string | null
  readonly phone: string | null
  readonly isSso: boolean
  readonly hasPassword: boolean
  readonly emailAt: string | null
  readonly phoneAt: string | null
}

/** Returns the identities of providers unchanged; adds one for an address that can sign in without a provider, and one for the number. */
function identitiesOf({ identities = [], last_sign_in_at: lastAt }: ImportedUser, own: Own, createdAt: string): IncomingIdentity[] {
  const foreign = identities.filter(({ provider }) => provider !== 'email' && provider !== 'phone')
  const has = (provider: string): boolean => identities.some((each) => each.provider === provider)
  const data = {
    sub: own.id,
    ...(own.email !== null && { email: own.email }),
    ...(own.phone !== null && { phone: own.phone }),
    email_verified: own.emailAt !== null,
    phone_verified: own.phoneAt !== null,
  }
  const ownOf = (provider: string): IncomingIdentity => ({
    provider,
    provider_id: own.id,
    identity_data: data,
    created_at: createdAt,
    last_sign_in_at: lastAt ?? null,
  })
  const byEmail = own.email !== null && !own.isSso && (own.hasPassword || foreign.length === 0 || has('email'))
  return [
    ...(byEmail ? [ownOf('email')] : []),
    ...(own.phone !== null && !own.isSso ? [ownOf('phone')] : []),
    ...foreign.map(({ provider, provider_id: id, data: theirs, created_at: at, last_sign_in_at: last }) => ({
      provider,
      provider_id: id,
      identity_data: { ...theirs, sub: id },
      created_at: at ?? createdAt,
      last_sign_in_at: last ?? null,
    })),
  ]
}

/** The same source always gives the same id (RFC 9562, version 5 in form), so that an import that is repeated finds who it made. */
function idOf({ id, source_id: source }: ImportedUser): { readonly id: string; readonly hasId: boolean } {
  if (id !== undefined) return { id: id.toLowerCase(), hasId: true }
  if (source === undefined) return { id: randomUUID(), hasId: false }
  const bytes = createHash('sha1').update(`colonnade user import\n${source}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return { id: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'), hasId: true }
}

function parsedLine(text: string): JsonObject & { readonly line: number } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AuthError('bad_json', 'Each line of the body must be a user as JSON', { cause: error })
  }
  const line = (value as { readonly line?: unknown } | null)?.line
  if (typeof line !== 'number' || !Number.isInteger(line)) throw new AuthError('bad_json', 'Each user must include its line number in the file')
  return value as JsonObject & { readonly line: number }
}

const shownMost = 200

export function refuse(line: number, field: string | null, value: unknown, reason: string): RefusedUser {
  const text = value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)
  const shown = text === null || text.length <= shownMost ? text : `${text.slice(0, shownMost).toWellFormed()}…`
  return new RefusedUser({ line, field: field === '' ? null : field, value: shown, reason })
}

function valueAt(row: JsonObject, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => (typeof value === 'object' && value !== null ? (value as JsonObject)[String(part)] : undefined), row)
}
