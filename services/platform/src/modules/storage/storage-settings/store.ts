import { storageDefaults } from '@colonnade/contracts/storage/storage-settings'
import type { Queryable } from '@colonnade/pg'
import type { ProjectStorage, StorageConfiguration } from '@colonnade/projects'
import { sql } from '@colonnade/sql'

/** A project without its own settings has the defaults. */
export async function findStorageSettings(db: Queryable, ref: string): Promise<StorageConfiguration> {
  const row = await db.first<{ limit: string; images: boolean; s3: boolean }>(sql`
    select file_size_limit::text as limit, is_image_transformation_enabled as images, is_s3_enabled as s3 from storage_settings where ref = ${ref}`)
  return row ? { fileSizeLimit: Number(row.limit), isImageTransformationEnabled: row.images, isS3Enabled: row.s3 } : storageDefaults
}

export async function findProjectStorage(db: Queryable, ref: string): Promise<ProjectStorage | null> {
  const row = await db.first<{ family: string }>(sql`select coalesce(parent_ref, ref) as family from projects where ref = ${ref}`)
  return row ? { ...(await findStorageSettings(db, ref)), family: row.family } : null
}

/** Holds back other changes until the transaction ends. */
export async function lockStorageSettings(tx: Queryable, ref: string): Promise<void> {
  const { fileSizeLimit, isImageTransformationEnabled, isS3Enabled } = storageDefaults
  await tx.run(sql`
    insert into storage_settings (ref, file_size_limit, is_image_transformation_enabled, is_s3_enabled)
    values (${ref}, ${fileSizeLimit}::bigint, ${isImageTransformationEnabled}, ${isS3Enabled}) on conflict do nothing`)
  await tx.run(sql`select from storage_settings where ref = ${ref} for update`)
}

export async function changeStorageSettings(tx: Queryable, ref: string, settings: StorageConfiguration): Promise<void> {
  await tx.run(sql`
    update storage_settings set file_size_limit = ${settings.fileSizeLimit}::bigint,
      is_image_transformation_enabled = ${settings.isImageTransformationEnabled}, is_s3_enabled = ${settings.isS3Enabled}
    where ref = ${ref}`)
}

/** Copies the settings of a project to a new one. */
export async function copyStorageSettings(tx: Queryable, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  await tx.run(sql`
    insert into storage_settings (ref, file_size_limit, is_image_transformation_enabled, is_s3_enabled)
    select ${to}, file_size_limit, is_image_transformation_enabled, is_s3_enabled from storage_settings where ref = ${from}
    on conflict do nothing`)
}

/** Deletes the settings of deleted projects. */
export async function deleteRemoved(db: Queryable): Promise<void> {
  await db.run(sql`delete from storage_settings where ref in (select ref from projects where status = 'REMOVED')`)
}
