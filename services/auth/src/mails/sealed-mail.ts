import type { Secrets } from '@colonnade/secrets'

export type Sealing = Pick<Secrets, 'seal' | 'open'>

export interface Envelope {
  readonly to: string
  /** Whom it is about; left out by mails that are older than this field. */
  readonly userId?: string
  readonly subject: string
  /** Milliseconds since the Unix epoch: after this it is not sent, whatever its row says. */
  readonly usefulUntil: number
}

export interface Content {
  readonly html: string
  readonly text: string
  /** The code in it; left out where there is none. */
  readonly code?: string
}

/** Where it is kept: sealed for this row of this project's table, it opens nowhere else, so a copy of the database sends nothing. */
const placeOf = (column: 'envelope' | 'content', ref: string, id: string): string => `auth_mails.${column}.${ref}.${id}`

export const sealEnvelope = (secrets: Sealing, ref: string, id: string, envelope: Envelope): string =>
  secrets.seal(JSON.stringify(envelope), placeOf('envelope', ref, id))

export const sealContent = (secrets: Sealing, ref: string, id: string, content: Content): string =>
  secrets.seal(JSON.stringify(content), placeOf('content', ref, id))

/** null for what was not sealed for this row by this installation. */
export const openEnvelope = (secrets: Sealing, ref: string, id: string, sealed: string): Envelope | null =>
  opened<Envelope>(secrets, sealed, placeOf('envelope', ref, id))

/** Works as `openEnvelope`. */
export const openContent = (secrets: Sealing, ref: string, id: string, sealed: string): Content | null =>
  opened<Content>(secrets, sealed, placeOf('content', ref, id))

function opened<T>(secrets: Sealing, sealed: string, place: string): T | null {
  try {
    return JSON.parse(secrets.open(sealed, place)) as T
  } catch {
    return null
  }
}
