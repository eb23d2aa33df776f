import type { StorageCredential } from '@colonnade/contracts/storage/storage-credentials'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export interface KeptCredential extends StorageCredential {
  readonly sealed_secret: string
}

export function listCredentials(db: Queryable, ref: string): Promise<KeptCredential[]> {
  return db.rows<KeptCredential>(sql`
    select c.id, c.description, c.access_key, c.role, c.user_id, c.sealed_secret, ${isoTime('c', 'created_at')} as created_at,
      ${isoTime('c', 'last_used_at')} as last_used_at
    from storage_credentials c where c.ref = ${ref} order by c.created_at, c.id`)
}

/** Holds back other changes of the project until the transaction ends. */
export async function lockCredentials(tx: Queryable, ref: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('storage_credentials ' || ${ref}::text, 0))`)
}

export interface NewCredential {
  readonly id: string
  readonly ref: string
  readonly accessKey: string
  readonly sealedSecret: string
  readonly description: string
  readonly role: StorageCredential['role']
  readonly userId: string | null
}

export async function insertCredential(tx: Queryable, { id, ref, accessKey, sealedSecret, description, role, userId }: NewCredential): Promise<void> {
  await tx.run(sql`
    insert into storage_credentials (id, ref, access_key, sealed_secret, description, role, user_id)
    values (${id}, ${ref}, ${accessKey}, ${sealedSecret}, ${description}, ${role}, ${userId})`)
}

export async function deleteCredential(tx: Queryable, id: string): Promise<void> {
  await tx.run(sql`delete from storage_credentials where id = ${id}`)
}

/** Returns null for an unknown access key. */
export async function findCredentialProject(db: Queryable, accessKey: string): Promise<string | null> {
  const row = await db.first<{ ref: string }>(sql`select ref from storage_credentials where access_key = ${accessKey}`)
  return row?.ref ?? null
}

/** @param at milliseconds since the Unix epoch */
export async function markUsed(db: Queryable, accessKey: string, at: number): Promise<void> {
  await db.run(sql`
    update storage_credentials set last_used_at = greatest(last_used_at, to_timestamp(${at}::float8 / 1000)) where access_key = ${accessKey}`)
}

/** Deletes the access keys of deleted projects. */
export async function deleteRemoved(db: Queryable): Promise<void> {
  await db.run(sql`delete from storage_credentials where ref in (select ref from projects where status = 'REMOVED')`)
}
