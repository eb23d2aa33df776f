import type { Permission } from '@colonnade/contracts/foundation/permissions'
import type { App, AppGrant } from '@colonnade/contracts/organizations/apps'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'

const columns = sql`
  a.id, a.name, a.redirect_uris, a.secret_hash is not null as is_confidential, a.secret_hint, ${isoTime('a', 'created_at')} as created_at,
  (select count(distinct g.user_id)::int from app_grants g where g.app_id = a.id) as user_count`

export function listApps(db: Queryable, organizationId: string): Promise<App[]> {
  return db.rows<App>(sql`select ${columns} from apps a where a.organization_id = ${organizationId} order by lower(a.name), a.id`)
}

export function findApp(db: Queryable, organizationId: string, id: string): Promise<App | undefined> {
  return db.first<App>(sql`select ${columns} from apps a where a.organization_id = ${organizationId} and a.id = ${id}`)
}

export interface Secret {
  readonly hash: Buffer
  readonly hint: string
}

/** Undefined when the organization has as many as it may have; its row is locked, so that the count holds. */
export async function insertApp(
  db: Queryable,
  organizationId: string,
  {
    name,
    redirectUris,
    secret,
    max,
  }: { readonly name: string; readonly redirectUris: readonly string[]; readonly secret: Secret | null; readonly max: number },
): Promise<string | undefined> {
  await db.first(sql`select from organizations where id = ${organizationId} for update`)
  const row = await db.first<{ id: string }>(sql`
    insert into apps (organization_id, name, redirect_uris, secret_hash, secret_hint)
    select ${organizationId}, ${name}, ${redirectUris}::text[], ${secret?.hash ?? null}, ${secret?.hint ?? null}
    where (select count(*) from apps where organization_id = ${organizationId}) < ${max} returning id`)
  return row?.id
}

export async function updateApp(db: Queryable, id: string, name: string, redirectUris: readonly string[]): Promise<void> {
  await db.run(sql`update apps set name = ${name}, redirect_uris = ${redirectUris}::text[] where id = ${id}`)
}

export async function setSecret(db: Queryable, id: string, { hash, hint }: Secret): Promise<void> {
  await db.run(sql`update apps set secret_hash = ${hash}, secret_hint = ${hint} where id = ${id}`)
}

/** Its grants, codes and tokens go with it. */
export async function deleteApp(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from apps where id = ${id}`)
}

export interface Client {
  readonly id: string
  readonly name: string
  readonly organization_name: string
  readonly redirect_uris: readonly string[]
  readonly secret_hash: Buffer | null
}

/** An application by its client id, whichever organization registered it. */
export function findClient(db: Queryable, id: string): Promise<Client | undefined> {
  return db.first<Client>(sql`
    select a.id, a.name, o.name as organization_name, a.redirect_uris, a.secret_hash
    from apps a join organizations o on o.id = a.organization_id where a.id = ${id}`)
}

/** Whose grants: those in an organization, or those of a person. */
export type Whose = { readonly organizationId: string } | { readonly userId: string }

function isOf(whose: Whose): Fragment {
  return 'userId' in whose ? sql`g.user_id = ${whose.userId}` : sql`g.organization_id = ${whose.organizationId}`
}

export function listGrants(db: Queryable, whose: Whose): Promise<AppGrant[]> {
  return db.rows<AppGrant>(sql`
    select g.id, jsonb_build_object('name', a.name, 'organization_name', p.name) as app,
      jsonb_build_object('username', u.username, 'primary_email', u.email) as "user",
      jsonb_build_object('slug', o.slug, 'name', o.name) as organization, g.scopes, ${isoTime('g', 'created_at')} as created_at,
      ${isoTime('g', 'last_used_at')} as last_used_at
    from (select g.*, greatest(g.refreshed_at, (select max(t.last_used_at) from access_tokens t where t.grant_id = g.id)) as last_used_at from app_grants g) g
      join apps a on a.id = g.app_id join organizations p on p.id = a.organization_id
      join organizations o on o.id = g.organization_id join users u on u.id = g.user_id
    where ${isOf(whose)} order by g.last_used_at desc, g.id`)
}

export interface EndedGrant {
  readonly app_id: string
  readonly app: string
  readonly email: string
  readonly organization_id: string
}

/** What it was; undefined where there is none such. */
export function deleteGrant(db: Queryable, id: string, whose: Whose): Promise<EndedGrant | undefined> {
  return db.first<EndedGrant>(sql`
    delete from app_grants g using apps a, users u where g.id = ${id} and ${isOf(whose)} and a.id = g.app_id and u.id = g.user_id
    returning g.app_id, a.name as app, u.email, g.organization_id`)
}

export interface NewCode {
  readonly codeHash: Buffer
  /** In which it is allowed. */
  readonly sessionId: string
  readonly appId: string
  readonly userId: string
  readonly organizationId: string
  readonly scopes: readonly Permission[]
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly seconds: number
}

export async function insertCode(db: Queryable, code: NewCode): Promise<void> {
  await db.run(sql`
    insert into app_codes (code_hash, app_id, user_id, organization_id, scopes, redirect_uri, code_challenge, expires_at, by_passkey)
    values (${code.codeHash}, ${code.appId}, ${code.userId}, ${code.organizationId}, ${code.scopes}::text[], ${code.redirectUri}, ${code.codeChallenge},
      now() + ${code.seconds} * interval '1 second', coalesce((select by_passkey from sessions where id = ${code.sessionId}), false))`)
}

/** Deletes expired codes, and grants without tokens. */
export async function deleteEnded(db: Queryable): Promise<void> {
  await db.run(sql`delete from app_codes where expires_at < now()`)
  await db.run(sql`delete from access_tokens where grant_id is not null and expires_at < now()`)
  await db.run(sql`
    delete from app_grants g where not exists (select from app_refresh_tokens r where r.grant_id = g.id and r.used_at is null and r.expires_at > now())
      and not exists (select from access_tokens t where t.grant_id = g.id)`)
  await db.run(sql`delete from app_refresh_tokens where expires_at < now()`)
}
