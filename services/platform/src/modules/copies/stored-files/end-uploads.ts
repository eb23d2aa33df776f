import { type Clusters, targetOf } from '@colonnade/clusters'
import { resumableHours, uploadDays } from '@colonnade/objects'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

const hourMs = 60 * 60_000
/** Of a resumable upload: once its time is over, clients are told so for as long again. */
const resumableMs = 2 * resumableHours * hourMs
const uploadMs = uploadDays * 24 * hourMs

const sessionSettings = {
  search_path: '',
  default_transaction_read_only: 'off',
  lock_timeout: '2s',
  statement_timeout: '10s',
}

/**
 * Removes the rows of uploads in parts that nobody completed in time, from a running project. Their bytes go with what is abandoned. Runs with no
 * more rights than storage has, since triggers of the project's owner may run along.
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
