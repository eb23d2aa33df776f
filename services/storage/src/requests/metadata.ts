import { StorageError } from '../errors.ts'
import { metadataBytesMost } from '../limits.ts'

export type UserMetadata = Readonly<Record<string, unknown>>

/** Metadata as a form or a header has it. @throws StorageError `InvalidRequest`, `EntityTooLarge` */
export function parseMetadata(text: string): UserMetadata | null {
  if (text === '') return null
  if (Buffer.byteLength(text) > metadataBytesMost) throw new StorageError('EntityTooLarge', 'The metadata exceeded 1 MB')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new StorageError('InvalidRequest', 'The metadata is not JSON', { cause: error })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new StorageError('InvalidRequest', 'The metadata is not a JSON object')
  // Postgres has no such character
  if (text.includes(String.raw`\u0000`)) throw new StorageError('InvalidRequest', 'The metadata contains a NUL character')
  return value as UserMetadata
}

/** `x-metadata`: base64 of JSON. */
export function metadataOfHeader(header: string | readonly string[] | undefined): UserMetadata | null {
  return typeof header === 'string' ? parseMetadata(Buffer.from(header, 'base64').toString('utf8')) : null
}

/** A value that can stand in a header of a reply. @throws StorageError `InvalidRequest` */
export function headerValue(name: string, value: string): string {
  if (!/^[\t\u0020-\u007e]{1,1000}$/.test(value)) throw new StorageError('InvalidRequest', `Invalid character in ${name}`)
  return value
}
