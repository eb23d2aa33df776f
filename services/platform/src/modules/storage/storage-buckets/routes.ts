import { bucketSummaries, storageBuckets } from '@colonnade/contracts/storage/storage-buckets'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasConnections } from '@colonnade/project-pool'
import * as service from './service.ts'

const serve = serveUsing<HasConnections>()

export const storageBucketRoutes = [
  serve(storageBuckets.list, ({ ctx, scope }) => service.listBuckets(ctx, scope)),
  serve(bucketSummaries.list, ({ ctx, scope }) => service.listBucketSummaries(ctx, scope)),
]
