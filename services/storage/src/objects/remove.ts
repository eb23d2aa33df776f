import type { ServiceReply } from '@colonnade/projects'
import { z } from 'zod'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { deletedMost } from '../limits.ts'
import { readNames } from '../names/names.ts'
import { asCaller, asService, type Operation, statement, statementOf, textArray } from '../project/statements.ts'
import { json } from '../replies.ts'
import { readJson } from '../requests/body.ts'
import type { PathParameters } from '../router.ts'
import { requireToken } from './find-object.ts'
import { bucketText, wholeObjectColumns } from './object-row.ts'

const text = `delete from storage.objects o where o.bucket_id = $1 and o.name = any ($2::text[]) returning ${wholeObjectColumns}`

/** Deletes objects by name, as far as the caller may; the sweep unlinks their bytes. Rows as JSON. @throws StorageError `NoSuchBucket` */
export async function deleteObjects(call: StorageCall, bucket: string, names: readonly string[], operation: Operation): Promise<string[]> {
  requireToken(call)
  const wanted = names.flatMap(readNames)
  const [, buckets, , rows] = await call.run([
    asService(operation),
    statement('any bucket', bucketText, [bucket]),
    asCaller(call, operation, true),
    statementOf(call, 'delete objects', text, [bucket, textArray(wanted)]),
  ])
  if (buckets!.length === 0) throw new StorageError('NoSuchBucket')
  return rows!.map(([row]) => row!)
}

export async function removeObject(call: StorageCall, { bucket, path }: PathParameters): Promise<ServiceReply> {
  const rows = await deleteObjects(call, bucket!, [path!], 'storage.object.delete')
  if (rows.length === 0) throw new StorageError('NoSuchKey')
  return json({ message: 'Successfully deleted' })
}

const Removal = z.object({ prefixes: z.array(z.string()).min(1).max(deletedMost) })

export async function removeObjects(call: StorageCall, { bucket }: PathParameters): Promise<ServiceReply> {
  const { prefixes } = await readJson(call.request, Removal)
  const rows = await deleteObjects(call, bucket!, prefixes, 'storage.object.delete_many')
  return { ...json([]), body: `[${rows.join(',')}]` }
}
