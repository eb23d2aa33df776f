import { type Clusters, targetOf } from '@colonnade/clusters'
import { resumableHours, uploadDays } from '@colonnade/objects'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

const hourMs = 60 * 60_000
/** Time after a resumable upload expires during which clients get that error. */
const resumableMs = 2 * resumableHours * hourMs
const uploadMs = uploadDays * 24 * hourMs

const sessionSettings = {
  search_path: '',
  default_transaction_read_only: 'off',
  lock_timeout: '2s',
  statement_timeout: '10s',
}

/**
 * Deletes the rows of multipart uploads that weren't completed in time, in a running project. The sweep deletes their bytes. Runs with the rights of
 * the storage service only, because it may fire triggers of the project's owner.
 *
 * @throws AppError
 */
export async function endAbandonedUploads(clusters: Clusters, ref: string, now: Date): Promise<void> {
  const target = targetOf(await clusters.endpoint(ref), 'requester')
  const before = (ms: number): Date => new Date(now.getTime() - ms)
  await withClient({ ...target, applicationName: 'colonnade-files', settings: { ...target.settings, ...sessionSettings } }, async (client) => {
    await client.run(sql`set role service_role`)
    await client.run(sql`
      delete from storage.s3_multipart_uploads u
      where u.created_at < case when u.upload_signature like 'resumable%' then ${before(resumableMs)}::timestamptz else ${before(uploadMs)}::timestamptz end`)
  })
}
