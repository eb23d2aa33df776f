import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** `V1StorageBucketResponse` of Supabase's management API. */
export const StorageBucket = z.object({
  id: z.string(),
  name: z.string(),
  /** ID of the user who created it; empty for a bucket created by a server. */
  owner: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  public: z.boolean(),
})
export type StorageBucket = z.infer<typeof StorageBucket>

/** A bucket as the dashboard shows it. */
export const BucketSummary = z.object({
  ...StorageBucket.shape,
  /** In bytes; null for the project's limit. */
  file_size_limit: z.number().int().nullable(),
  /** Such as `image/*`; null for any type. */
  allowed_mime_types: z.array(z.string()).nullable(),
  /** Number of files; null if counting takes too long. */
  files: z.number().int().nullable(),
  /** Total size of its files; null if counting takes too long. */
  bytes: z.number().int().nullable(),
  /** Number of policies that name the bucket. */
  policies: z.number().int(),
})
export type BucketSummary = z.infer<typeof BucketSummary>

export const BucketSummaries = z.object({
  /** Sorted by name. */
  buckets: z.array(BucketSummary),
  /** Number of policies without a bucket. They apply to all buckets. */
  shared_policies: z.number().int(),
})
export type BucketSummaries = z.infer<typeof BucketSummaries>

/** Most buckets that the dashboard lists. */
export const bucketsMost = 1_000

const read = { auth: 'user', permission: 'projects:read', needs: 'machine', needsActive: true } as const

/** Buckets of a project. Storage clients create and change them. */
export const storageBuckets = resource('/v1/projects/{ref}/storage/buckets', {
  list: get('/', { ...read, summary: 'List buckets', reply: z.array(StorageBucket) }),
})

/** Additional details for the dashboard. */
export const bucketSummaries = resource('/platform/storage/{ref}/buckets', {
  list: get('/', { ...read, summary: 'List buckets with their limits, files, sizes and policies', reply: BucketSummaries }),
})
