import type { StorageConfig, StorageConfigChanges } from '@colonnade/contracts/storage/storage-settings'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { StorageConfiguration } from '@colonnade/projects'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import * as store from './store.ts'

type Context = Pick<PlatformContext, 'database'>

export async function retrieveStorageSettings({ database }: Context, { ref }: ProjectScope): Promise<StorageConfig> {
  return show(await store.findStorageSettings(database, ref))
}

interface Update {
  readonly ctx: Context
  readonly scope: ProjectScope
  readonly audit: AuditRecorder<Transaction>
  readonly unchanged: () => void
}

/** Changes some settings; storage is notified when the transaction ends. */
export async function updateStorageSettings({ ctx, scope, audit, unchanged }: Update, changes: StorageConfigChanges): Promise<StorageConfig> {
  const { ref, organizationId } = scope
  return ctx.database.transaction(async (tx) => {
    await store.lockStorageSettings(tx, ref)
    const before = await store.findStorageSettings(tx, ref)
    const after = apply(before, changes)
    const changed = (Object.keys(after) as (keyof StorageConfiguration)[]).filter((name) => after[name] !== before[name])
    if (changed.length === 0) unchanged()
    else {
      await store.changeStorageSettings(tx, ref, after)
      await audit(tx, { organizationId, projectRef: ref, details: Object.fromEntries(changed.map((name) => [name, after[name]])) })
    }
    return show(after)
  })
}

function apply(before: StorageConfiguration, { fileSizeLimit, features }: StorageConfigChanges): StorageConfiguration {
  return {
    fileSizeLimit: fileSizeLimit ?? before.fileSizeLimit,
    isImageTransformationEnabled: features?.imageTransformation?.enabled ?? before.isImageTransformationEnabled,
    isS3Enabled: features?.s3Protocol?.enabled ?? before.isS3Enabled,
  }
}

/** Returns the settings in the form that tools of the ecosystem read, including features that Colonnade lacks. */
function show({ fileSizeLimit, isImageTransformationEnabled, isS3Enabled }: StorageConfiguration): StorageConfig {
  return {
    fileSizeLimit,
    features: {
      imageTransformation: { enabled: isImageTransformationEnabled },
      s3Protocol: { enabled: isS3Enabled },
      icebergCatalog: { enabled: false, maxNamespaces: 0, maxTables: 0, maxCatalogs: 0 },
      vectorBuckets: { enabled: false, maxBuckets: 0, maxIndexes: 0 },
    },
    capabilities: { list_v2: true, iceberg_catalog: false },
    external: { upstreamTarget: 'main' },
    migrationVersion: storageMigration,
    databasePoolMode: 'transaction',
  }
}

/** Version of supabase/storage with the same `storage` schema. */
const storageMigration = 'validate-bucket-lifecycle-constraints'
