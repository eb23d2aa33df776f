import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** `V1StorageBucketResponse` of the management API of Supabase. */
export const StorageBucket = z.object({
  id: z.string(),
  name: z.string(),
  /** Id of the user who created it; empty for a bucket that a server created. */
  owner: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  public: z.boolean(),
})
export type StorageBucket = z.infer<typeof StorageBucket>

/** A bucket as the dashboard shows it. */
export const BucketSummary = z.object({
  ...StorageBucket.shape,
  /** In bytes; null for the limit of the project. */
  file_size_limit: z.number().int().nullable(),
  /** Such as `image/*`; null for all. */
  allowed_mime_types: z.array(z.string()).nullable(),
  /** null where counting takes too long. */
  files: z.number().int().nullable(),
  /** Of all its files; null where counting takes too long. */
  bytes: z.number().int().nullable(),
  /** Policies on its files that name it. */
  policies: z.number().int(),
})
export type BucketSummary = z.infer<typeof BucketSummary>

export const BucketSummaries = z.object({
  /** By name. */
  buckets: z.array(BucketSummary),
  /** Policies on files that name no bucket, and so apply to all of them. */
  shared_policies: z.number().int(),
})
export type BucketSummaries = z.infer<typeof BucketSummaries>

/** Most buckets that the dashboard lists. */
export const bucketsMost = 1_000

const read = { auth: 'user', permission: 'projects:read', needs: 'machine', needsActive: true } as const

/** The buckets of a project; clients of its storage create and change them. */
export const storageBuckets = resource('/v1/projects/{ref}/storage/buckets', {
  list: get('/', { ...read, summary: 'List the buckets of a project', reply: z.array(StorageBucket) }),
})

/** What the dashboard shows besides. */
export const bucketSummaries = resource('/platform/storage/{ref}/buckets', {
  list: get('/', { ...read, summary: 'List the buckets of a project with their limits, files, sizes and policies', reply: BucketSummaries }),
})
