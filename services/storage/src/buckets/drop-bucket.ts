import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { asCaller, asService, statement, statementOf } from '../project/statements.ts'

const endUploadsText = `delete from storage.s3_multipart_uploads u
  where u.bucket_id = $1 and not exists (select from storage.objects o where o.bucket_id = $1)`

/**
 * Deletes a bucket without objects, as far as the caller may. Uploads in parts that nobody completed go with it.
 *
 * @throws StorageError `NoSuchBucket`, `ResourceNotEmpty`
 */
export async function dropBucket(call: StorageCall, bucket: string): Promise<void> {
  const drop = [
    asCaller(call, 'storage.bucket.delete', true),
    statementOf(call, 'delete bucket', 'delete from storage.buckets b where b.id = $1 returning b.id', [bucket]),
  ]
  const endUploads = [asService('storage.bucket.delete', true), statement('end uploads of bucket', endUploadsText, [bucket])]
  const isDropped = await call.run(drop).then(
    ([, rows]) => rows!.length > 0,
    async (error: unknown) => {
      if (!(error instanceof StorageError && error.code === 'ResourceNotEmpty')) throw error
      // the caller may delete it, or the database would have found no row. Objects make it fail again, and undo all of it.
      const [, , , rows] = await call.run([...endUploads, ...drop])
      return rows!.length > 0
    },
  )
  if (!isDropped) throw new StorageError('NoSuchBucket')
}
