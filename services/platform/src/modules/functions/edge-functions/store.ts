import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import type { Queryable } from '@colonnade/pg'
import type { DeployedFunction } from '@colonnade/projects'
import { sql } from '@colonnade/sql'

/** A file of a version's source, by its content. */
export interface KeptFile {
  readonly path: string
  readonly sha256: string
  readonly bytes: number
}

const columns = sql`
  f.id, f.slug, f.name, 'ACTIVE' as status, v.version, floor(extract(epoch from f.created_at) * 1000)::float8 as created_at,
  floor(extract(epoch from f.updated_at) * 1000)::float8 as updated_at, f.is_jwt_verified as verify_jwt, v.import_map is not null as import_map,
  v.entrypoint as entrypoint_path, v.import_map as import_map_path, v.sha256 as ezbr_sha256,
  f.allowed_hosts`

const live = sql`functions f join function_versions v on v.function_id = f.id and v.version = f.live_version`

/** Returns functions with a live version, ordered by slug. */
export function listFunctions(db: Queryable, ref: string, slugs: readonly string[] | null = null): Promise<EdgeFunction[]> {
  return db.rows<EdgeFunction>(sql`
    select ${columns} from ${live} where f.ref = ${ref} and (${slugs}::text[] is null or f.slug = any(${slugs})) order by f.slug collate "C"`)
}

/** Selects a version as a function, live or not. */
export function listVersions(db: Queryable, ref: string, slug: string, version: number): Promise<EdgeFunction[]> {
  return db.rows<EdgeFunction>(sql`
    select ${columns} from functions f join function_versions v on v.function_id = f.id
    where f.ref = ${ref} and f.slug = ${slug} and v.version = ${version}`)
}

/** Returns the versions that workers run. */
export function listDeployed(db: Queryable, ref: string): Promise<DeployedFunction[]> {
  return db.rows<DeployedFunction>(sql`
    select f.id, f.slug, v.version, f.is_jwt_verified as "isJwtVerified", v.bundle, v.bundle_entrypoint as entrypoint,
      f.allowed_hosts as "allowedHosts"
    from ${live} where f.ref = ${ref} order by f.slug collate "C"`)
}

/** Returns undefined for an unknown ref. */
export async function findPlan(db: Queryable, ref: string): Promise<PlanId | undefined> {
  const row = await db.first<{ plan: PlanId }>(sql`
    select o.plan from projects p join organizations o on o.id = p.organization_id where p.ref = ${ref}`)
  return row?.plan
}

export interface FunctionCount {
  readonly plan: PlanId
  /** Counts functions with a live version. */
  readonly count: number
  /** True if the function with that slug is one of them. */
  readonly isThere: boolean
}

export async function countFunctions(db: Queryable, ref: string, slug: string): Promise<FunctionCount> {
  const row = await db.first<FunctionCount>(sql`
    select o.plan, (select count(*)::int4 from functions f where f.ref = p.ref and f.live_version is not null) as count,
      exists (select from functions f where f.ref = p.ref and f.slug = ${slug} and f.live_version is not null) as "isThere"
    from projects p join organizations o on o.id = p.organization_id where p.ref = ${ref}`)
  return row!
}

export interface NewVersion {
  readonly ref: string
  readonly slug: string
  /** Null to keep the current value. */
  readonly name: string | null
  readonly isJwtVerified: boolean | null
  /** Null to allow any host; undefined to keep the current value. */
  readonly allowedHosts?: readonly string[] | null | undefined
  readonly isActivated: boolean
  readonly bundle: string
  readonly bundleEntrypoint: string
  readonly files: readonly KeptFile[]
  readonly entrypoint: string
  readonly importMap: string | null
  readonly staticPatterns: readonly string[]
  readonly sha256: string
  readonly notices: readonly string[]
  readonly createdBy: string | null
}

/** Creates the function if needed, and returns the number of its version. Holds back other deploys of the function until the transaction ends. */
export async function insertVersion(tx: Queryable, next: NewVersion): Promise<number> {
  const { ref, slug, name, isJwtVerified, allowedHosts, isActivated, files, staticPatterns, notices } = next
  await tx.run(sql`insert into functions (ref, slug, name) values (${ref}, ${slug}, ${name ?? slug}) on conflict (ref, slug) do nothing`)
  const row = await tx.first<{ id: string; version: number }>(sql`
    update functions set last_version = last_version + 1 where ref = ${ref} and slug = ${slug} returning id, last_version as version`)
  const { id, version } = row!
  await tx.run(sql`
    insert into function_versions (function_id, version, bundle, bundle_entrypoint, files, entrypoint, import_map, static_patterns, sha256, notices, created_by)
    values (${id}, ${version}, ${next.bundle}, ${next.bundleEntrypoint}, ${JSON.stringify(files)}::jsonb, ${next.entrypoint}, ${next.importMap},
      ${staticPatterns}::text[], ${next.sha256}, ${notices}::text[], ${next.createdBy})`)
  if (isActivated) await activate(tx, { ref, slug, version, name, isJwtVerified, allowedHosts })
  return version
}

export interface Activation {
  readonly ref: string
  readonly slug: string
  readonly version: number
  readonly name: string | null
  readonly isJwtVerified: boolean | null
  /** Null to allow any host; undefined to keep the current value. */
  readonly allowedHosts?: readonly string[] | null | undefined
}

const hostsOr = (allowedHosts: Activation['allowedHosts']) => (allowedHosts === undefined ? sql`allowed_hosts` : sql`${allowedHosts}::text[]`)

/** Activates a version in one update. Returns false if there is none. */
export async function activate(tx: Queryable, { ref, slug, version, name, isJwtVerified, allowedHosts }: Activation): Promise<boolean> {
  const changed = await tx.run(sql`
    update functions f set live_version = ${version}, name = coalesce(${name}, f.name), is_jwt_verified = coalesce(${isJwtVerified}, f.is_jwt_verified),
      allowed_hosts = ${hostsOr(allowedHosts)}, updated_at = clock_timestamp()
    where f.ref = ${ref} and f.slug = ${slug} and exists (select from function_versions v where v.function_id = f.id and v.version = ${version})`)
  return changed === 1
}

/** Returns true if the function exists. */
export async function changeFunction(
  tx: Queryable,
  ref: string,
  slug: string,
  { name, isJwtVerified, allowedHosts }: Pick<Activation, 'name' | 'isJwtVerified' | 'allowedHosts'>,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update functions set name = coalesce(${name}, name), is_jwt_verified = coalesce(${isJwtVerified}, is_jwt_verified),
      allowed_hosts = ${hostsOr(allowedHosts)}, updated_at = clock_timestamp()
    where ref = ${ref} and slug = ${slug} and live_version is not null`)
  return changed === 1
}

/** Returns true if the function existed. */
export async function deleteFunction(tx: Queryable, ref: string, slug: string): Promise<boolean> {
  return (await tx.run(sql`delete from functions where ref = ${ref} and slug = ${slug} and live_version is not null`)) === 1
}

export interface KeptSource {
  readonly version: number
  readonly files: readonly KeptFile[]
  readonly entrypoint: string
  readonly import_map: string | null
  readonly static_patterns: readonly string[]
}

/** The version, live by default. */
export function findSource(db: Queryable, ref: string, slug: string, version: number | null = null): Promise<KeptSource | undefined> {
  return db.first<KeptSource>(sql`
    select v.version, v.files, v.entrypoint, v.import_map, v.static_patterns from functions f join function_versions v on v.function_id = f.id
    where f.ref = ${ref} and f.slug = ${slug} and f.live_version is not null and v.version = coalesce(${version}::int4, f.live_version)`)
}

/**
 * Deletes old versions of each function, and all of deleted functions. Keeps live versions, those that backups can restore, and the newest ones.
 * Covers all functions, unless one is named.
 */
export async function deleteOldVersions(tx: Queryable, kept: number, named?: { readonly ref: string; readonly slug: string }): Promise<void> {
  const isNeeded = sql`exists (select from function_history h where h.function_id = v.function_id and h.version = v.version)`
  const isNamed = named === undefined ? sql`true` : sql`f.ref = ${named.ref} and f.slug = ${named.slug}`
  await tx.run(sql`
    delete from function_versions v using functions f
    where ${isNamed} and v.function_id = f.id and v.version <= f.last_version - ${kept} and v.version is distinct from f.live_version and not ${isNeeded}`)
  if (named !== undefined) return
  await tx.run(sql`
    delete from function_versions v where not exists (select from functions f where f.id = v.function_id) and not ${isNeeded}`)
}

/** Deletes functions that were never activated. */
export async function deleteUnused(db: Queryable, hours: number): Promise<void> {
  await db.run(sql`delete from functions where live_version is null and created_at < now() - ${hours} * interval '1 hour'`)
}

/** Returns the files that versions of all projects name. */
export async function listNamed(db: Queryable): Promise<{ readonly bundles: Set<string>; readonly files: Set<string> }> {
  const bundles = await db.rows<{ name: string }>(sql`select distinct bundle as name from function_versions`)
  const files = await db.rows<{ name: string }>(sql`select distinct file->>'sha256' as name from function_versions, jsonb_array_elements(files) file`)
  const names = (rows: readonly { name: string }[]): Set<string> => new Set(rows.map(({ name }) => name))
  return { bundles: names(bundles), files: names(files) }
}

/** Deletes the functions of deleted projects. */
export async function deleteRemoved(db: Queryable): Promise<void> {
  await db.run(sql`delete from functions where ref in (select ref from projects where status = 'REMOVED')`)
}
