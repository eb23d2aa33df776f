import { z } from 'zod'
import { StorageError } from '../errors.ts'

const units: Readonly<Record<string, number>> = { GB: 1e9, MB: 1e6, KB: 1e3, B: 1 }

/** A limit as clients write it: bytes, or a text such as `20MB`. */
const SizeLimit = z.union([z.number(), z.string()]).nullable()
const MimeType = z
  .string()
  .max(200)
  .regex(/^(?:\*|[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+))$/, 'must be a MIME type such as image/png, image/* or *')

const settings = {
  public: z.boolean().nullish(),
  file_size_limit: SizeLimit.optional(),
  allowed_mime_types: z.array(MimeType).max(200).nullish(),
  type: z.string().nullish(),
  versioning_status: z.string().nullish(),
}

export const BucketInput = z.object({ name: z.string(), id: z.string().nullish(), ...settings })
export const BucketChanges = z.object(settings)

/** Bytes of a limit; null for none. @throws StorageError `InvalidRequest` */
export function readSizeLimit(limit: number | string | null): number | null {
  if (limit === null) return null
  const [, number = '', unit = 'B'] = /^(\d{1,15})\s*(GB|MB|KB|B)?$/i.exec(String(limit)) ?? []
  const bytes = number === '' ? Number.NaN : Number(number) * units[unit.toUpperCase()]!
  if (!Number.isSafeInteger(bytes)) {
    throw new StorageError('InvalidRequest', 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  }
  return bytes
}

/** @throws StorageError `FeatureNotEnabled` for what Colonnade doesn't have */
export function refuseMissing({ type, versioning_status: versioning }: z.output<typeof BucketChanges>): void {
  if (typeof type === 'string' && type.toUpperCase() !== 'STANDARD') {
    throw new StorageError('FeatureNotEnabled', 'Only buckets of the type STANDARD are available')
  }
  if (typeof versioning === 'string' && versioning.toUpperCase() !== 'DISABLED') {
    throw new StorageError('FeatureNotEnabled', 'The feature versioning is not enabled for this resource')
  }
}
