import { identitiesMax, type Identity } from '@colonnade/contracts/people/identities'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { identityFlowSeconds, unlinkedIdentitySeconds } from '../../../kernel/limits.ts'

const columns = sql`
  i.id, jsonb_build_object('key', p.key, 'name', p.name, 'kind', p.kind, 'is_enabled', p.is_enabled) as provider, i.email,
  ${isoTime('i', 'created_at')} as created_at, ${isoTime('i', 'last_used_at')} as last_used_at`

export function listIdentities(db: Queryable, userId: string): Promise<Identity[]> {
  return db.rows<Identity>(sql`
    select ${columns} from identities i join identity_providers p on p.key = i.provider_key where i.user_id = ${userId} order by i.created_at, i.id`)
}

/** A person as described by a provider. */
export interface ProvenIdentity {
  readonly providerKey: string
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
}

/** Whose it is. Notes that it was shown, and what its address is now. */
export async function useIdentity(db: Queryable, { providerKey, issuer, subject, email }: ProvenIdentity): Promise<string | undefined> {
  const row = await db.first<{ user_id: string }>(sql`
    update identities set last_used_at = now(), email = ${email}
    where provider_key = ${providerKey} and issuer = ${issuer} and subject = ${subject} returning user_id`)
  return row?.user_id
}

export async function findOwner(db: Queryable, { providerKey, issuer, subject }: ProvenIdentity): Promise<string | undefined> {
  const row = await db.first<{ user_id: string }>(sql`
    select user_id from identities where provider_key = ${providerKey} and issuer = ${issuer} and subject = ${subject}`)
  return row?.user_id
}

/** Undefined where it is linked already, to whomever, or the person has as many as one may have. */
export async function insertIdentity(db: Queryable, userId: string, identity: ProvenIdentity): Promise<Identity | undefined> {
  await db.run(sql`select from users where id = ${userId} for update`)
  return db.first<Identity>(sql`
    with i as (
      insert into identities (user_id, provider_key, issuer, subject, email)
      select ${userId}, ${identity.providerKey}, ${identity.issuer}, ${identity.subject}, ${identity.email}
      where (select count(*) from identities where user_id = ${userId}) < ${identitiesMax}
      on conflict (provider_key, issuer, subject) do nothing returning *
    ) select ${columns} from i join identity_providers p on p.key = i.provider_key`)
}

/** The name of its provider, or undefined where the person has none of that id. */
export async function deleteIdentity(db: Queryable, userId: string, id: string): Promise<string | undefined> {
  const row = await db.first<{ name: string }>(sql`
    delete from identities i using identity_providers p where i.id = ${id} and i.user_id = ${userId} and p.key = i.provider_key returning p.name`)
  return row?.name
}

/** Whether the person can sign in by anything. Their row is locked, so that of two ways that are taken away at once the second is seen. */
export async function hasWayIn(db: Queryable, userId: string): Promise<boolean> {
  const row = await db.first<{ has_way: boolean }>(sql`
    with person as (select id, password_hash from users where id = ${userId} for update)
    select password_hash is not null or exists (select from passkeys where user_id = person.id) or exists (
      select from identities i join identity_providers p on p.key = i.provider_key where i.user_id = person.id and p.is_enabled) as has_way
    from person`)
  return row?.has_way === true
}

export interface Flow {
  readonly stateHash: Buffer
  readonly browserHash: Buffer
  readonly providerKey: string
  /** null: to sign in. */
  readonly userId: string | null
  readonly redirectUri: string
}

export async function insertFlow(db: Queryable, flow: Flow): Promise<void> {
  await db.run(sql`
    with expired as (delete from identity_flows where expires_at < now())
    insert into identity_flows (state_hash, browser_hash, provider_key, user_id, redirect_uri, expires_at)
    values (${flow.stateHash}, ${flow.browserHash}, ${flow.providerKey}, ${flow.userId}, ${flow.redirectUri},
      now() + ${identityFlowSeconds} * interval '1 second')`)
}

/** The redirect URI of a flow that this browser began, for this; it is used up by the asking. */
export async function takeFlow(db: Queryable, flow: Omit<Flow, 'redirectUri'>): Promise<string | undefined> {
  const row = await db.first<{ redirect_uri: string }>(sql`
    delete from identity_flows
    where state_hash = ${flow.stateHash} and browser_hash = ${flow.browserHash} and provider_key = ${flow.providerKey}
      and user_id is not distinct from ${flow.userId}::uuid and expires_at > now()
    returning redirect_uri`)
  return row?.redirect_uri
}

export interface UnlinkedRow {
  readonly user_id: string
  readonly provider_key: string
  readonly provider_name: string
  readonly issuer: string
  readonly subject: string
  readonly email: string
}

export async function insertUnlinked(
  db: Queryable,
  tokenHash: Buffer,
  userId: string,
  identity: ProvenIdentity & { readonly email: string },
): Promise<void> {
  await db.run(sql`
    with expired as (delete from unlinked_identities where expires_at < now())
    insert into unlinked_identities (token_hash, user_id, provider_key, issuer, subject, email, expires_at)
    values (${tokenHash}, ${userId}, ${identity.providerKey}, ${identity.issuer}, ${identity.subject}, ${identity.email},
      now() + ${unlinkedIdentitySeconds} * interval '1 second')`)
}

/** Only while the provider is on. */
export function findUnlinked(db: Queryable, tokenHash: Buffer): Promise<UnlinkedRow | undefined> {
  return db.first<UnlinkedRow>(sql`
    select w.user_id, w.provider_key, p.name as provider_name, w.issuer, w.subject, w.email
    from unlinked_identities w join identity_providers p on p.key = w.provider_key
    where w.token_hash = ${tokenHash} and w.expires_at > now() and p.is_enabled for update of w`)
}

export async function deleteUnlinked(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.run(sql`delete from unlinked_identities where token_hash = ${tokenHash}`)
}

export async function findPasswordOf(db: Queryable, userId: string): Promise<{ email: string; password_hash: string | null }> {
  const row = await db.first<{ email: string; password_hash: string | null }>(sql`select email, password_hash from users where id = ${userId}`)
  return row!
}

/** Whether an organization waits for somebody of that address. */
export async function isInvited(db: Queryable, email: string): Promise<boolean> {
  const row = await db.first(sql`
    select from invitations where lower(email) = lower(${email}) and accepted_at is null and revoked_at is null and expires_at > now()`)
  return row !== undefined
}
