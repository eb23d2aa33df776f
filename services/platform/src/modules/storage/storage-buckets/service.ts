import type { BucketSummaries, StorageBucket } from '@colonnade/contracts/storage/storage-buckets'
import { isAppError } from '@colonnade/core'
import { beginReadOnly, databaseError, type Queryable, queryable } from '@colonnade/pg'
import type { HasConnections } from '@colonnade/project-pool'
import { sql, toText } from '@colonnade/sql'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { countPolicies } from './count-policies.ts'
import * as store from './store.ts'

type Context = Pick<PlatformContext<HasConnections>, 'parts'>

/** Deadline for counting files, of which there may be tens of millions. */
const countTimeoutMs = 3_000

export function listBuckets(ctx: Context, { ref }: ProjectScope): Promise<StorageBucket[]> {
  return reading(ctx, ref, [], async (db) => {
    const buckets = await store.listBuckets(db)
    return buckets.map(({ file_size_limit: _limit, allowed_mime_types: _types, ...bucket }) => bucket)
  })
}

export function listBucketSummaries(ctx: Context, { ref }: ProjectScope): Promise<BucketSummaries> {
  return reading(ctx, ref, { buckets: [], shared_policies: 0 }, async (db) => {
    const buckets = await store.listBuckets(db)
    const policies = countPolicies(
      await store.listPolicyTexts(db),
      buckets.map(({ id }) => id),
    )
    const uses = await unlessTooLong(store.countFiles(db))
    const useOf = new Map(uses?.map((use) => [use.id, use]))
    const none = uses === null ? null : 0
    return {
      buckets: buckets.map((bucket) => ({
        ...bucket,
        files: useOf.get(bucket.id)?.files ?? none,
        bytes: useOf.get(bucket.id)?.bytes ?? none,
        policies: policies.byBucket.get(bucket.id) ?? 0,
      })),
      shared_policies: policies.shared,
    }
  })
}

/** Runs as a read-only role, because the project's owner may have replaced the tables. */
async function reading<Result>({ parts }: Context, ref: string, none: Result, work: (db: Queryable) => Promise<Result>): Promise<Result> {
  const lease = await parts.connections.lease(ref, 'reader')
  let isClean = false
  try {
    await lease.client.query(toText(sql`set statement_timeout = ${countTimeoutMs}`))
    await beginReadOnly(lease.client)
    const db = queryable(lease.client)
    const result = (await store.hasStorage(db)) ? await work(db) : none
    isClean = true
    return result
  } catch (error) {
    throw databaseError(error)
  } finally {
    lease.giveBack(isClean)
  }
}

async function unlessTooLong<Result>(asking: Promise<Result>): Promise<Result | null> {
  return asking.catch((error: unknown) => {
    if (isAppError(databaseError(error), 'query_cancelled')) return null
    throw error
  })
}
