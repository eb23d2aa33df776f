import type { DatabaseEntry } from '@colonnade/contracts/projects/projects'

/** Stands where the password goes as long as it is not known. */
export const passwordPlaceholder = '[YOUR-PASSWORD]'

/** Where a database is reached, and as whom. */
export type ConnectionTarget = Pick<DatabaseEntry, 'db_name' | 'db_user'> & {
  readonly db_host: string
  readonly db_port: number
  /** Set if only TLS identifies the project. */
  readonly sslmode?: 'require' | undefined
}

/** Where one of a project's databases is reached; null while that is nowhere. */
export function directTarget({ db_host, db_port, db_name, db_user }: DatabaseEntry): ConnectionTarget | null {
  return db_host === null || db_port === null ? null : { db_host, db_port, db_name, db_user }
}

/** The address that libpq and most drivers take. Without a password it carries the placeholder. */
export function connectionUri(
  { db_host, db_port, db_name, db_user, sslmode }: ConnectionTarget,
  password: string | null,
  scheme = 'postgresql',
): string {
  const secret = password === null ? passwordPlaceholder : percentEncode(password)
  return `${scheme}://${percentEncode(db_user)}:${secret}@${hostInUri(db_host)}:${db_port}/${percentEncode(db_name)}${sslmode === undefined ? '' : `?sslmode=${sslmode}`}`
}

/** Also what encodeURIComponent leaves alone, so that the address survives quotes of a shell and of .env files. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** An IPv6 address stands in brackets. */
export function hostInUri(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
