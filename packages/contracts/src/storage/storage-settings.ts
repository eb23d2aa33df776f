import { z } from 'zod'
import { get, patch, resource } from '../foundation/endpoint.ts'

/** Default file size limit in bytes: 50 MB. */
export const defaultFileSizeLimit = 52_428_800
/** Maximum file size limit in bytes: 500 GB. */
export const fileSizeLimitMost = 536_870_912_000

/** Settings of a new project. */
export const storageDefaults = { fileSizeLimit: defaultFileSizeLimit, isImageTransformationEnabled: true, isS3Enabled: true } as const

const Switch = z.object({ enabled: z.boolean() })

/** A Supabase Storage feature that Colonnade doesn't support. */
const Missing = { enabled: z.literal(false, 'Colonnade doesn’t support this feature. Leave it disabled') }

const IcebergCatalog = z.object({
  ...Missing,
  maxNamespaces: z.number().int().min(0),
  maxTables: z.number().int().min(0),
  maxCatalogs: z.number().int().min(0),
})
const VectorBuckets = z.object({ ...Missing, maxBuckets: z.number().int().min(0), maxIndexes: z.number().int().min(0) })

/** `StorageConfigResponse` of Supabase's management API. */
export const StorageConfig = z.object({
  /** In bytes. */
  fileSizeLimit: z.number().int(),
  features: z.object({ imageTransformation: Switch, s3Protocol: Switch, icebergCatalog: IcebergCatalog, vectorBuckets: VectorBuckets }),
  capabilities: z.object({ list_v2: z.boolean(), iceberg_catalog: z.boolean() }),
  external: z.object({ upstreamTarget: z.enum(['main', 'canary']) }),
  migrationVersion: z.string(),
  databasePoolMode: z.string(),
})
export type StorageConfig = z.infer<typeof StorageConfig>

/** `UpdateStorageConfigBody` of Supabase's management API. Omitted fields stay unchanged. */
export const StorageConfigChanges = z.object({
  fileSizeLimit: z.number().int().min(0).max(fileSizeLimitMost, 'Use at most 500 GB').optional(),
  features: z
    .object({ imageTransformation: Switch, s3Protocol: Switch, icebergCatalog: IcebergCatalog, vectorBuckets: VectorBuckets })
    .partial()
    .optional(),
  external: z.object({ upstreamTarget: z.literal('main', 'Use main. Colonnade has only this version of storage') }).optional(),
})
export type StorageConfigChanges = z.infer<typeof StorageConfigChanges>

/** Storage settings of a project. Available while the project is asleep or paused. */
export const storageSettings = resource('/v1/projects/{ref}/config/storage', {
  retrieve: get('/', {
    summary: 'Retrieve the storage settings',
    auth: 'user',
    permission: 'projects:read',
    needs: 'machine',
    reply: StorageConfig,
  }),
  update: patch('/', {
    summary: 'Update the storage settings. Applies from the next request',
    auth: 'user',
    permission: 'project_storage:all',
    needs: 'machine',
    audit: 'project.storage_settings_changed',
    body: StorageConfigChanges,
    reply: StorageConfig,
  }),
})
