/** An identity at a provider, such as `google` and the user's id there. */
export interface ImportedIdentity {
  readonly provider: string
  readonly provider_id: string
  readonly data?: { readonly [name: string]: unknown }
  readonly created_at?: string
  readonly last_sign_in_at?: string
}

/** A user in the common import format, one line of JSON. Times are ISO 8601 with an offset. */
export interface ImportedUser {
  /** Line of the file, counted from 1. */
  readonly line: number
  readonly id?: string
  /** The user's id in the source system if it isn't a UUID, such as `firebase:x8Ke…`. It always maps to the same id here. */
  readonly source_id?: string
  readonly email?: string
  readonly phone?: string
  readonly password_hash?: string
  readonly email_confirmed?: boolean
  readonly email_confirmed_at?: string
  readonly phone_confirmed?: boolean
  readonly phone_confirmed_at?: string
  readonly user_metadata?: { readonly [name: string]: unknown }
  readonly app_metadata?: { readonly [name: string]: unknown }
  readonly role?: string
  readonly created_at?: string
  readonly last_sign_in_at?: string
  readonly is_banned?: boolean
  readonly banned_until?: string
  readonly is_anonymous?: boolean
  readonly is_sso_user?: boolean
  readonly identities?: readonly ImportedIdentity[]
}

/** A row that can't be imported, and why. */
export interface RefusedRow {
  readonly line: number
  /** The invalid field; null for the whole row. */
  readonly field: string | null
  /** The original value, truncated. */
  readonly value: string | null
  readonly reason: string
}

/** A field with an invalid value. */
export class UnusableValue extends Error {
  readonly field: string | null
  readonly value: string | null

  constructor(field: string | null, value: unknown, reason: string) {
    super(reason)
    this.field = field
    this.value = value === null || value === undefined ? null : cutText(typeof value === 'string' ? value : JSON.stringify(value))
  }
}

/** A file that can't be read any further. */
export class UnreadableFile extends Error {}

const shownMost = 200

export const cutText = (text: string): string => (text.length <= shownMost ? text : `${text.slice(0, shownMost).toWellFormed()}…`)
