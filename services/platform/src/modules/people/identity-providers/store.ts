import type { IdentityProvider } from '@colonnade/contracts/people/identity-providers'
import type { SignInProvider } from '@colonnade/contracts/people/sessions'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export interface ProviderRow extends SignInProvider {
  readonly issuer: string
  readonly client_id: string
  readonly sealed_secret: string
}

export function listEnabled(db: Queryable): Promise<SignInProvider[]> {
  return db.rows<SignInProvider>(sql`select key, name, kind from identity_providers where is_enabled order by lower(name), key`)
}

/** One that is on. */
export function findEnabled(db: Queryable, key: string): Promise<ProviderRow | undefined> {
  return db.first<ProviderRow>(sql`
    select key, name, kind, issuer, client_id, sealed_secret from identity_providers where key = ${key} and is_enabled`)
}

export function findProvider(db: Queryable, key: string): Promise<ProviderRow | undefined> {
  return db.first<ProviderRow>(sql`select key, name, kind, issuer, client_id, sealed_secret from identity_providers where key = ${key}`)
}

type Listed = Omit<IdentityProvider, 'callback_url'>

export function listProviders(db: Queryable): Promise<Listed[]> {
  return db.rows<Listed>(sql`
    select p.key, p.kind, p.name, p.issuer, p.client_id, p.is_enabled, ${isoTime('p', 'created_at')} as created_at,
      (select count(distinct i.user_id)::int from identities i where i.provider_key = p.key) as people,
      (select count(distinct i.user_id)::int from identities i join users u on u.id = i.user_id
        where i.provider_key = p.key and u.password_hash is null
          and not exists (select from passkeys k where k.user_id = u.id)
          and not exists (select from identities o join identity_providers q on q.key = o.provider_key
            where o.user_id = u.id and o.provider_key <> p.key and q.is_enabled)) as people_without_another_way
    from identity_providers p order by lower(p.name), p.key`)
}

/** Whether there was none of that key or issuer yet. */
export async function insertProvider(db: Queryable, provider: ProviderRow): Promise<boolean> {
  const rows = await db.run(sql`
    insert into identity_providers (key, kind, name, issuer, client_id, sealed_secret)
    values (${provider.key}, ${provider.kind}, ${provider.name}, ${provider.issuer}, ${provider.client_id}, ${provider.sealed_secret})
    on conflict do nothing`)
  return rows === 1
}

export interface StoredChanges {
  readonly name: string | null
  readonly client_id: string | null
  readonly sealed_secret: string | null
  readonly is_enabled: boolean | null
}

/** Whether there is such a provider. What is null stays as it is. */
export async function updateProvider(db: Queryable, key: string, changes: StoredChanges): Promise<boolean> {
  const rows = await db.run(sql`
    update identity_providers set name = coalesce(${changes.name}, name), client_id = coalesce(${changes.client_id}, client_id),
      sealed_secret = coalesce(${changes.sealed_secret}, sealed_secret), is_enabled = coalesce(${changes.is_enabled}::boolean, is_enabled)
    where key = ${key}`)
  return rows === 1
}

/** How many people had linked an identity of it; undefined where there is no such provider. */
export async function deleteProvider(db: Queryable, key: string): Promise<{ name: string; people: number } | undefined> {
  return db.first<{ name: string; people: number }>(sql`
    with held as (select name from identity_providers where key = ${key} for update),
      counted as (select count(distinct user_id)::int as people from identities where provider_key = ${key}),
      gone as (delete from identity_providers where key in (select ${key} from held))
    select held.name, counted.people from held, counted`)
}
