import type { ApiKeyType, ApiKeyUse, LegacyKeyName } from '@colonnade/contracts/api/api-keys'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export interface KeptApiKey {
  readonly id: string
  readonly type: ApiKeyType
  readonly name: string
  readonly description: string | null
  readonly prefix: string
  readonly hash: string
  readonly sealed_key: string
  readonly role: string
  readonly expires_at: string | null
  readonly inserted_at: string
  readonly updated_at: string
}

export function listApiKeys(db: Queryable, ref: string): Promise<KeptApiKey[]> {
  return db.rows<KeptApiKey>(sql`
    select k.id, k.type, k.name, k.description, k.prefix, k.hash, k.sealed_key, k.role, ${isoTime('k', 'expires_at')} as expires_at,
      ${isoTime('k', 'created_at')} as inserted_at, ${isoTime('k', 'updated_at')} as updated_at
    from api_keys k where k.ref = ${ref} order by k.type, k.created_at, k.name`)
}

export interface NewApiKey {
  readonly id: string
  readonly ref: string
  readonly type: ApiKeyType
  readonly name: string
  readonly description: string | null
  readonly prefix: string
  readonly hash: string
  readonly sealedKey: string
  readonly role: string
  readonly expiresAt: string | null
}

export async function insertApiKey(db: Queryable, key: NewApiKey): Promise<void> {
  await db.run(sql`
    insert into api_keys (id, ref, type, name, description, prefix, hash, sealed_key, role, expires_at)
    values (${key.id}, ${key.ref}, ${key.type}, ${key.name}, ${key.description}, ${key.prefix}, ${key.hash}, ${key.sealedKey}, ${key.role}, ${key.expiresAt})`)
}

export interface KeyFields {
  readonly name: string
  readonly description: string | null
  readonly role: string
  readonly expiresAt: string | null
}

export async function updateApiKey(db: Queryable, id: string, { name, description, role, expiresAt }: KeyFields): Promise<void> {
  await db.run(sql`
    update api_keys set name = ${name}, description = ${description}, role = ${role}, expires_at = ${expiresAt}, updated_at = clock_timestamp()
    where id = ${id}`)
}

export async function deleteApiKey(db: Queryable, ref: string, id: string): Promise<void> {
  await db.run(sql`delete from api_keys where id = ${id}`)
  await db.run(sql`delete from api_key_uses where ref = ${ref} and key_id = ${id}`)
}

export async function markFirstKeys(db: Queryable, ref: string): Promise<void> {
  await db.run(sql`update project_secrets set has_api_keys = true where ref = ${ref}`)
}

export async function enableLegacyKeys(db: Queryable, ref: string, names: readonly LegacyKeyName[], isEnabled: boolean): Promise<void> {
  await db.run(sql`
    update project_secrets set is_anon_enabled = case when 'anon' = any(${names}::text[]) then ${isEnabled} else is_anon_enabled end,
      is_service_role_enabled = case when 'service_role' = any(${names}::text[]) then ${isEnabled} else is_service_role_enabled end
    where ref = ${ref}`)
}

export interface KeyUses {
  readonly key_id: string
  readonly calls: number
  /** Returns the latest first. */
  readonly clients: ApiKeyUse[]
}

export function listUses(db: Queryable, ref: string): Promise<KeyUses[]> {
  return db.rows<KeyUses>(sql`
    select u.key_id, sum(u.calls)::float8 as calls,
      coalesce(jsonb_agg(jsonb_build_object('at', ${isoTime('u', 'last_used_at')}, 'address', u.address, 'client', u.client, 'calls', u.calls)
        order by u.last_used_at desc, u.client) filter (where not u.is_rest), '[]') as clients
    from api_key_uses u where u.ref = ${ref} group by u.key_id`)
}

export interface NewUse {
  readonly id: string
  readonly client: string
  readonly address: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly calls: number
}

/** Adds to the uses of each client; each pair of key and client occurs once. Signing keys have one entry for all clients. */
export async function addUses(db: Queryable, ref: string, uses: readonly NewUse[]): Promise<void> {
  await db.run(sql`
    insert into api_key_uses as u (ref, key_id, client, address, last_used_at, calls)
    select ${ref}, x.id, x.client, x.address, to_timestamp(x.at / 1000), x.calls
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as x (id text, client text, address text, at float8, calls bigint)
    where x.id in ('anon', 'service_role') or exists (select from api_keys k where k.ref = ${ref} and k.id::text = x.id)
      or exists (select from signing_keys k where k.ref = ${ref} and k.id::text = x.id)
    on conflict (ref, key_id, is_rest, client) do update set calls = u.calls + excluded.calls,
      last_used_at = greatest(u.last_used_at, excluded.last_used_at),
      address = case when excluded.last_used_at >= u.last_used_at then excluded.address else u.address end`)
}

/** Keeps that many clients of each key, and only the number of uses of earlier ones. */
export async function mergeOldUses(db: Queryable, ref: string, kept: number): Promise<void> {
  await db.run(sql`
    with ranked as (
      select key_id, client, row_number() over (partition by key_id order by last_used_at desc, client) as place
      from api_key_uses where ref = ${ref} and not is_rest
    ), old as (
      delete from api_key_uses u using ranked r
      where u.ref = ${ref} and not u.is_rest and u.key_id = r.key_id and u.client = r.client and r.place > ${kept} returning u.*
    )
    insert into api_key_uses as u (ref, key_id, client, address, last_used_at, calls, is_rest)
    select ref, key_id, '', '', max(last_used_at), sum(calls), true from old group by ref, key_id
    on conflict (ref, key_id, is_rest, client) do update set calls = u.calls + excluded.calls, last_used_at = greatest(u.last_used_at, excluded.last_used_at)`)
}

/** Deletes the entries of deleted projects. */
export async function deleteRemoved(db: Queryable): Promise<void> {
  await db.run(sql`delete from api_key_uses where ref in (select ref from projects where status = 'REMOVED')`)
  await db.run(sql`delete from api_keys where ref in (select ref from projects where status = 'REMOVED')`)
}
