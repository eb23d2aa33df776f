import { toAppError } from '@colonnade/core'
import type { ServiceReply } from '@colonnade/projects'
import { setTimeout as delay } from 'node:timers/promises'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { emptiedAtOnce, emptyingMs } from '../limits.ts'
import { asService, statement } from '../project/statements.ts'
import { json } from '../replies.ts'
import type { PathParameters } from '../router.ts'

/** Deletes what is in a bucket as of now, a part at a time; what a stop leaves there is deleted by the next call. */
export async function emptyBucket(call: StorageCall, { bucket }: PathParameters): Promise<ServiceReply> {
  const find = statement('has bucket', 'select pg_catalog.clock_timestamp()::text from storage.buckets b where b.id = $1', [bucket!])
  const [, rows] = await call.run([asService('storage.bucket.empty'), find])
  const begun = rows![0]?.[0]
  if (begun === null || begun === undefined) throw new StorageError('NoSuchBucket')
  const emptying = deleteAll(call, bucket!, begun)
  emptying.catch((error: unknown) => call.logger.warn('bucket not emptied', { ref: call.ref, bucket: bucket!, error: toAppError(error) }))
  const timer = new AbortController()
  try {
    await Promise.race([emptying, delay(emptyingMs, undefined, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
  return json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' })
}

async function deleteAll(call: StorageCall, bucket: string, begun: string): Promise<void> {
  const text = `delete from storage.objects o using (
      select id from storage.objects where bucket_id = $1 and created_at <= $2::timestamptz order by name collate "C" limit ${emptiedAtOnce}
    ) part where o.id = part.id returning o.id`
  const leave = await call.stay()
  try {
    for (;;) {
      const [, rows] = await call.run([asService('storage.bucket.empty', true), statement('empty bucket', text, [bucket, begun])])
      if (rows!.length === 0) return
    }
  } finally {
    leave()
  }
}
