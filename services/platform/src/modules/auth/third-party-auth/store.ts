import { isoTime, type Queryable } from '@colonnade/pg'
import type { TrustedIssuer } from '@colonnade/projects'
import { sql } from '@colonnade/sql'
import type { Jwks } from '@colonnade/tokens'

export interface KeptIssuer {
  readonly id: string
  readonly oidc_issuer_url: string
  readonly jwks_url: string | null
  readonly custom_jwks: Record<string, unknown> | null
  readonly resolved_jwks: Record<string, unknown>
  readonly inserted_at: string
  readonly updated_at: string
  readonly resolved_at: string
  readonly problem: string | null
}

const columns = sql`
  t.id, t.issuer as oidc_issuer_url, t.jwks_url, t.custom_jwks, t.resolved_jwks, t.problem, ${isoTime('t', 'inserted_at')} as inserted_at,
  ${isoTime('t', 'updated_at')} as updated_at, ${isoTime('t', 'resolved_at')} as resolved_at`

export function listIssuers(db: Queryable, ref: string): Promise<KeptIssuer[]> {
  return db.rows<KeptIssuer>(sql`select ${columns} from third_party_auth t where t.ref = ${ref} order by t.inserted_at, t.id`)
}

/** Returns issuers in the form that services verify tokens with. */
export function listTrusted(db: Queryable, ref: string): Promise<TrustedIssuer[]> {
  return db.rows<TrustedIssuer>(sql`select issuer, resolved_jwks as jwks from third_party_auth where ref = ${ref}`)
}

export interface NewIssuer {
  readonly id: string
  readonly ref: string
  readonly issuer: string
  readonly jwksUrl: string | null
  readonly customJwks: Jwks | null
  readonly resolvedJwks: Jwks
}

export async function insertIssuer(db: Queryable, { id, ref, issuer, jwksUrl, customJwks, resolvedJwks }: NewIssuer): Promise<void> {
  await db.run(sql`
    insert into third_party_auth (id, ref, issuer, jwks_url, custom_jwks, resolved_jwks)
    values (${id}::uuid, ${ref}, ${issuer}, ${jwksUrl}, ${customJwks && JSON.stringify(customJwks)}::jsonb, ${JSON.stringify(resolvedJwks)}::jsonb)`)
}

export async function deleteIssuer(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from third_party_auth where id = ${id}::uuid`)
}

/** Copies the issuers of a project to a new one. */
export async function copyIssuers(db: Queryable, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  await db.run(sql`
    insert into third_party_auth (id, ref, issuer, jwks_url, custom_jwks, resolved_jwks, problem, updated_at, resolved_at, asked_at)
    select gen_random_uuid(), ${to}, issuer, jwks_url, custom_jwks, resolved_jwks, problem, updated_at, resolved_at, asked_at
    from third_party_auth where ref = ${from} on conflict do nothing`)
}

export interface DueIssuer {
  readonly id: string
  readonly issuer: string
  readonly jwksUrl: string | null
}

/** Returns those that are due for an update, the oldest first. */
export function listDue(db: Queryable, minutes: number, most: number): Promise<DueIssuer[]> {
  return db.rows<DueIssuer>(sql`
    select id, issuer, jwks_url as "jwksUrl" from third_party_auth
    where custom_jwks is null and asked_at <= now() - make_interval(mins => ${minutes}::int) order by asked_at limit ${most}::int`)
}

/** Replaces the known keys. */
export async function recordKeys(db: Queryable, id: string, jwks: Jwks): Promise<void> {
  const found = sql`${JSON.stringify(jwks)}::jsonb`
  await db.run(sql`
    update third_party_auth set asked_at = now(), resolved_at = now(), problem = null, resolved_jwks = ${found},
      updated_at = case when resolved_jwks is distinct from ${found} then now() else updated_at end
    where id = ${id}::uuid`)
}

/** Keeps the known keys. */
export async function recordProblem(db: Queryable, id: string, problem: string): Promise<void> {
  await db.run(sql`update third_party_auth set asked_at = now(), problem = ${problem} where id = ${id}::uuid`)
}

/** Deletes the issuers of deleted projects. */
export async function deleteRemoved(db: Queryable): Promise<void> {
  await db.run(sql`delete from third_party_auth where ref in (select ref from projects where status = 'REMOVED')`)
}
