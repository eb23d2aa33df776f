import { z } from 'zod'
import { get, patch, resource } from '../foundation/endpoint.ts'

/** The largest file of a new project, in bytes: 50 MB. */
export const defaultFileSizeLimit = 52_428_800
/** The largest limit that a project can set, in bytes: 500 GB. */
export const fileSizeLimitMost = 536_870_912_000

/** What a project has that has changed nothing. */
export const storageDefaults = { fileSizeLimit: defaultFileSizeLimit, isImageTransformationEnabled: true, isS3Enabled: true } as const

const Switch = z.object({ enabled: z.boolean() })

/** A part of the ecosystem's storage that Colonnade doesn't have. */
const Missing = { enabled: z.literal(false, 'Colonnade has no such feature: leave it disabled') }

const IcebergCatalog = z.object({
  ...Missing,
  maxNamespaces: z.number().int().min(0),
  maxTables: z.number().int().min(0),
  maxCatalogs: z.number().int().min(0),
})
const VectorBuckets = z.object({ ...Missing, maxBuckets: z.number().int().min(0), maxIndexes: z.number().int().min(0) })

/** `StorageConfigResponse` of the management API of Supabase. */
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

/** `UpdateStorageConfigBody` of the management API of Supabase: what is left out stays as it is. */
export const StorageConfigChanges = z.object({
  fileSizeLimit: z.number().int().min(0).max(fileSizeLimitMost, 'Use at most 500 GB').optional(),
  features: z
    .object({ imageTransformation: Switch, s3Protocol: Switch, icebergCatalog: IcebergCatalog, vectorBuckets: VectorBuckets })
    .partial()
    .optional(),
  external: z.object({ upstreamTarget: z.literal('main', 'Colonnade runs one version of storage: main') }).optional(),
})
export type StorageConfigChanges = z.infer<typeof StorageConfigChanges>

/** How storage of a project is configured. All of it works while the project is asleep or paused. */
export const storageSettings = resource('/v1/projects/{ref}/config/storage', {
  retrieve: get('/', {
    summary: 'Show the storage settings of a project',
    auth: 'user',
    permission: 'projects:read',
    needs: 'machine',
    reply: StorageConfig,
  }),
  update: patch('/', {
    summary: 'Change storage settings of a project; they apply from the next request',
    auth: 'user',
    permission: 'project_storage:all',
    needs: 'machine',
    audit: 'project.storage_settings_changed',
    body: StorageConfigChanges,
    reply: StorageConfig,
  }),
})
