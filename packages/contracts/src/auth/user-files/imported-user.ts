/** An identity of a user elsewhere: `google` and the user's id there. */
export interface ImportedIdentity {
  readonly provider: string
  readonly provider_id: string
  readonly data?: { readonly [name: string]: unknown }
  readonly created_at?: string
  readonly last_sign_in_at?: string
}

/** A user as every format is read, and as the server takes one: a line of JSON. Times are ISO 8601 with an offset. */
export interface ImportedUser {
  /** Of the file, from 1. */
  readonly line: number
  readonly id?: string
  /** The user's id elsewhere, where that is no UUID: `firebase:x8Ke…`. The same one always becomes the same id here. */
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

/** A row that can't become a user, and why. */
export interface RefusedRow {
  readonly line: number
  /** The field that is wrong; null when it is the whole row. */
  readonly field: string | null
  /** As the file has it, cut. */
  readonly value: string | null
  readonly reason: string
}

/** A value of a field can't be used. */
export class UnusableValue extends Error {
  readonly field: string | null
  readonly value: string | null

  constructor(field: string | null, value: unknown, reason: string) {
    super(reason)
    this.field = field
    this.value = value === null || value === undefined ? null : cutText(typeof value === 'string' ? value : JSON.stringify(value))
  }
}

/** The file as a whole can't be read on from here. */
export class UnreadableFile extends Error {}

const shownMost = 200

export const cutText = (text: string): string => (text.length <= shownMost ? text : `${text.slice(0, shownMost).toWellFormed()}…`)
