import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { readNames } from '../names/names.ts'
import { asCaller, asService, type Operation, statement, statementOf, textArray } from '../project/statements.ts'
import { type Bucket, bucketText, objectColumns, type ObjectRow } from './object-row.ts'

const text = `select ${objectColumns} from storage.objects o where o.bucket_id = $1 and o.name = any ($2::text[])
  and o.archived_at is null order by o.name <> $3 limit 1`

/**
 * By whose right an object is read: `public` only from public buckets; `caller` by policies; `either` from public buckets, or by policies;
 * `signed` by whoever signed the link.
 */
export type ReadAs = 'public' | 'caller' | 'either' | 'signed'

export interface FoundObject {
  readonly bucket: Bucket
  readonly object: ObjectRow
}

/** @throws StorageError `NoSuchBucket`, `NoSuchKey`, `AccessDenied` for a token that proves nothing */
export async function findObject(call: StorageCall, bucketId: string, name: string, as: ReadAs, operation: Operation): Promise<FoundObject> {
  const names = readNames(name)
  const bucketOf = statement('any bucket', bucketText, [bucketId])
  const select = (statementFor: (name: string) => string): ReturnType<typeof statement> => ({
    name: statementFor('object'),
    text,
    values: [bucketId, textArray(names), names[0] ?? ''],
  })
  const anyone = select(() => 'any object')
  const own = statementOf(call, 'object', text, anyone.values)
  const mayAsk = as === 'caller' || as === 'either'
  if (as === 'caller') requireToken(call)
  const hasToken = call.caller.tokenRefusal === null
  const [, bucketRows, publicRows, , ownRows] = await call.run([
    asService(operation),
    bucketOf,
    as === 'caller' ? { ...anyone, name: '', text: 'select null where false', values: [] } : anyone,
    ...(mayAsk && hasToken ? [asCaller(call, operation), own] : []),
  ])
  const bucketJson = bucketRows![0]?.[0]
  const bucket = typeof bucketJson === 'string' ? (JSON.parse(bucketJson) as Bucket) : null
  if (bucket === null || (as === 'public' && !bucket.public)) throw new StorageError('NoSuchBucket')
  if (as === 'either' && !bucket.public) requireToken(call)
  const rows = as === 'signed' || (as !== 'caller' && bucket.public) ? publicRows : ownRows
  const json = rows?.[0]?.[0]
  if (typeof json !== 'string') throw new StorageError('NoSuchKey')
  return { bucket, object: JSON.parse(json) as ObjectRow }
}

/** What is wrong with a token, as the original's library says it. */
const tokenFaults: Readonly<Record<string, string>> = {
  expired: '"exp" claim timestamp check failed',
  not_yet_valid: '"nbf" claim timestamp check failed',
  bad_signature: 'signature verification failed',
  malformed: 'Invalid Compact JWS',
}

/** @throws StorageError `AccessDenied` for a token that proves nothing */
export function requireToken({ caller }: StorageCall): void {
  if (caller.tokenRefusal === null) return
  throw new StorageError(
    'AccessDenied',
    tokenFaults[caller.tokenRefusal] ?? 'The token isn’t valid for this project: it was signed by an unknown key',
  )
}
