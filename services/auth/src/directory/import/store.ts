import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { IncomingUser } from './incoming-user.ts'

/** Keys that identify an existing user. */
export type KeyKind = 'id' | 'email' | 'phone' | 'identity'

export interface UserKey {
  readonly kind: KeyKind
  readonly key: string
}

export const identityKey = (provider: string, id: string): string => `${provider}\n${id}`

/** The keys of a user that nobody else may have. */
export function keysOf({ id, hasId, email, phone, is_sso_user: isSso, identities }: IncomingUser): UserKey[] {
  return [
    ...(hasId ? [{ kind: 'id' as const, key: id }] : []),
    ...(email !== null && !isSso ? [{ kind: 'email' as const, key: email.toLowerCase() }] : []),
    ...(phone === null ? [] : [{ kind: 'phone' as const, key: phone }]),
    ...identities
      .filter(({ provider }) => provider !== 'email' && provider !== 'phone')
      .map(({ provider, provider_id }) => ({ kind: 'identity' as const, key: identityKey(provider, provider_id) })),
  ]
}

/** Returns the users with these keys. */
export async function findOwners(db: Queryable, keys: readonly UserKey[]): Promise<readonly (UserKey & { readonly id: string })[]> {
  const of = (kind: KeyKind): string[] => keys.filter((each) => each.kind === kind).map(({ key }) => key)
  const identities = of('identity').map((key) => key.split('\n'))
  return db.rows(sql`
    select 'id' as kind, u.id::text as key, u.id from auth.users u where u.id = any(${of('id')}::uuid[])
    union all
    select 'email', lower(u.email), u.id from auth.users u where u.email is not null and lower(u.email) = any(${of('email')}::text[]) and not u.is_sso_user
    union all
    select 'phone', u.phone, u.id from auth.users u where u.phone = any(${of('phone')}::text[])
    union all
    select 'identity', i.provider || chr(10) || i.provider_id, i.user_id from auth.identities i
      join unnest(${identities.map(([provider]) => provider)}::text[], ${identities.map(([, id]) => id)}::text[]) k (provider, provider_id)
      on i.provider_id = k.provider_id and i.provider = k.provider`)
}

/** A user as JSON for a statement that takes many. */
const rowOf = ({ identities: _identities, providers, ...user }: IncomingUser, id: string): object => ({
  ...user,
  id,
  app_metadata: { ...user.app_metadata, ...(providers.length > 0 && { provider: providers[0], providers }) },
})

const identityRows = ({ id, identities }: IncomingUser, owner: string): object[] =>
  identities.map((identity) => {
    const isOwn = identity.provider_id === id
    const data = isOwn ? { ...identity.identity_data, sub: owner } : identity.identity_data
    return { ...identity, user_id: owner, provider_id: isOwn ? owner : identity.provider_id, identity_data: data }
  })

const columns = sql`id uuid, email text, phone text, password_hash text, email_confirmed_at timestamptz, phone_confirmed_at timestamptz, user_metadata jsonb,
  app_metadata jsonb, role text, created_at timestamptz, last_sign_in_at timestamptz, banned_until timestamptz, is_anonymous boolean, is_sso_user boolean`

/** Inserts users with their identities, each in one statement. Triggers of the project's own run with them, as the auth service's role. */
export async function insertUsers(tx: Queryable, users: readonly IncomingUser[]): Promise<void> {
  if (users.length === 0) return
  await tx.run(sql`
    insert into auth.users (
      instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, last_sign_in_at,
      phone, phone_confirmed_at, banned_until, is_sso_user, is_anonymous, confirmation_token, recovery_token, email_change_token_new, email_change
    )
    select '00000000-0000-0000-0000-000000000000', r.id, 'authenticated', coalesce(r.role, 'authenticated'), r.email, coalesce(r.password_hash, ''),
      r.email_confirmed_at, r.app_metadata, r.user_metadata, r.created_at, now(), r.last_sign_in_at,
      r.phone, r.phone_confirmed_at, r.banned_until, r.is_sso_user, r.is_anonymous, '', '', '', ''
    from json_to_recordset(${JSON.stringify(users.map((user) => rowOf(user, user.id)))}::json) as r (${columns})`)
  await insertIdentities(
    tx,
    users.flatMap((user) => identityRows(user, user.id)),
  )
}

async function insertIdentities(tx: Queryable, rows: readonly object[]): Promise<void> {
  await tx.run(sql`
    insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    select gen_random_uuid(), r.provider_id, r.user_id, r.identity_data, r.provider, r.last_sign_in_at, r.created_at, now()
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (provider_id text, user_id uuid, identity_data jsonb, provider text, last_sign_in_at timestamptz, created_at timestamptz)
    on conflict (provider_id, provider) do nothing`)
}

/** A user that there is, and what a file says of them. */
export interface Update {
  readonly id: string
  readonly user: IncomingUser
}

/**
 * Sets what a file has of users that there are; what it doesn't have stays. A new password ends sessions and voids tokens on their way, and a proof of
 * an address that nobody had proved takes away what whoever signed up with it had set.
 */
export async function updateUsers(tx: Queryable, updates: readonly Update[]): Promise<void> {
  if (updates.length === 0) return
  const rows = JSON.stringify(updates.map(({ id, user }) => rowOf(user, id)))
  const changed = await tx.rows<{ id: string; is_claimed: boolean }>(sql`
    with given as materialized (select * from json_to_recordset(${rows}::json) as r (${columns})),
    before as materialized (
      select u.id, r.password_hash is not null and r.password_hash is distinct from u.encrypted_password as is_new,
        u.email_confirmed_at is null and r.email_confirmed_at is not null and not u.is_sso_user as is_claimed
      from given r join auth.users u on u.id = r.id for update of u
    ), changed as (
      update auth.users u set
        email = coalesce(r.email, u.email), phone = coalesce(r.phone, u.phone),
        encrypted_password = case when r.password_hash is not null then r.password_hash when b.is_claimed then '' else u.encrypted_password end,
        email_confirmed_at = coalesce(u.email_confirmed_at, r.email_confirmed_at), phone_confirmed_at = coalesce(u.phone_confirmed_at, r.phone_confirmed_at),
        raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || r.user_metadata,
        raw_app_meta_data = r.app_metadata || coalesce(u.raw_app_meta_data, '{}') || (r.app_metadata - 'provider') || jsonb_build_object('providers', (
          select coalesce(jsonb_agg(distinct p), '[]') from jsonb_array_elements(
            case when jsonb_typeof(u.raw_app_meta_data -> 'providers') = 'array' then u.raw_app_meta_data -> 'providers' else '[]' end
            || coalesce(r.app_metadata -> 'providers', '[]')) p
        )),
        role = coalesce(r.role, u.role), banned_until = coalesce(r.banned_until, u.banned_until),
        last_sign_in_at = greatest(u.last_sign_in_at, r.last_sign_in_at), is_anonymous = u.is_anonymous and r.email is null and r.phone is null,
        updated_at = now(), confirmation_token = case when b.is_new or b.is_claimed then '' else u.confirmation_token end,
        recovery_token = case when b.is_new or b.is_claimed then '' else u.recovery_token end,
        email_change_token_new = case when b.is_new or b.is_claimed then '' else u.email_change_token_new end,
        email_change_token_current = case when b.is_new or b.is_claimed then '' else u.email_change_token_current end,
        phone_change_token = case when b.is_new or b.is_claimed then '' else u.phone_change_token end,
        reauthentication_token = case when b.is_new or b.is_claimed then '' else u.reauthentication_token end
      from given r join before b using (id) where u.id = r.id and u.deleted_at is null
      returning u.id, b.is_new, b.is_claimed
    )
    select id, is_claimed from changed where is_new or is_claimed`)
  const ids = changed.map(({ id }) => id)
  const claimed = changed.filter(({ is_claimed: is }) => is).map(({ id }) => id)
  await tx.run(sql`delete from auth.one_time_tokens where user_id = any(${ids}::uuid[])`)
  await tx.run(sql`delete from auth.sessions where user_id = any(${ids}::uuid[])`)
  await tx.run(sql`delete from auth.identities where user_id = any(${claimed}::uuid[])`)
  await insertIdentities(
    tx,
    updates.flatMap(({ id, user }) => identityRows(user, id)),
  )
}
