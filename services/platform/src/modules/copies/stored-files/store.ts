import type { UnnamedFiles } from '@colonnade/contracts/projects/disk'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import { restorableMoments } from '../../../kernel/restorable-moments.ts'

/** A project or branch with a database that may name files of the family. */
export interface Member {
  readonly ref: string
  readonly name: string
  readonly status: string
  readonly hasBeenReady: boolean
}

const isMember = (family: string): Fragment => sql`coalesce(p.parent_ref, p.ref) = ${family} and p.status <> 'REMOVED' and p.desired <> 'removed'`

export function listMembers(db: Queryable, family: string): Promise<Member[]> {
  return db.rows<Member>(sql`
    select p.ref, p.name, p.status, p.ready_at is not null as "hasBeenReady" from projects p where ${isMember(family)} order by p.ref`)
}

/** Returns the family of a project's files. */
export async function familyOf(db: Queryable, ref: string): Promise<string> {
  const row = await db.first<{ family: string }>(sql`select coalesce(parent_ref, ref) as family from projects where ref = ${ref}`)
  return row?.family ?? ref
}

/**
 * Set to `gone` after its last project was deleted, or a restore into it failed. Files of a project unknown to this control plane are never deleted.
 */
export async function findFate(db: Queryable, family: string): Promise<'living' | 'gone' | 'unknown'> {
  const row = await db.first<{ is_living: boolean; is_known: boolean }>(sql`
    select exists (select from projects p where coalesce(p.parent_ref, p.ref) = ${family} and p.status <> 'REMOVED')
        or exists (select from restores r where r.target_ref = ${family} and r.status in ('PREPARING', 'PLACING')) as is_living,
      exists (select from projects where ref = ${family}) or exists (select from file_families where family_ref = ${family}) as is_known`)
  return row!.is_living ? 'living' : row!.is_known ? 'gone' : 'unknown'
}

/** Registers the family. Returns how often its databases were set back. */
export async function begin(db: Queryable, family: string): Promise<number> {
  await db.run(sql`insert into file_families (family_ref) values (${family}) on conflict do nothing`)
  const row = await db.first<{ times: number }>(sql`select times_set_back as times from file_families where family_ref = ${family}`)
  return row!.times
}

/** Returns false if one of its databases was set back since. Prevents that until the transaction ends. */
export async function lock(tx: Queryable, family: string, timesSetBack: number): Promise<boolean> {
  const row = await tx.first(sql`select from file_families where family_ref = ${family} and times_set_back = ${timesSetBack} for update`)
  return row !== undefined
}

/** Stores that a database of the family was set back: versions released since may be named, and released, again. */
export async function setBack(tx: Queryable, family: string): Promise<void> {
  await tx.run(sql`
    insert into file_families (family_ref, times_set_back) values (${family}, 1)
    on conflict (family_ref) do update set times_set_back = file_families.times_set_back + 1`)
  await tx.run(sql`delete from released_files where family_ref = ${family} and not is_going`)
}

export async function forget(db: Queryable, family: string): Promise<void> {
  await db.run(sql`delete from file_families where family_ref = ${family}`)
}

/** Returns released versions after one, in order; the first ones for an empty string. */
export async function listReleased(db: Queryable, family: string, after: string, most: number): Promise<string[]> {
  const start = after === '' ? sql`` : sql`and version > ${after}::uuid`
  const rows = await db.rows<{ version: string }>(sql`
    select version from released_files where family_ref = ${family} ${start} order by version limit ${most}`)
  return rows.map(({ version }) => version)
}

export interface Release {
  readonly version: string
  readonly bytes: number
  readonly createdAt: Date
}

export async function insertReleased(db: Queryable, family: string, releases: readonly Release[], at: Date): Promise<void> {
  await db.run(sql`
    insert into released_files (family_ref, version, bytes, created_at, released_at)
    select ${family}, v, b, c, ${at} from unnest(${releases.map(({ version }) => version)}::uuid[], ${releases.map(({ bytes }) => bytes)}::int8[],
      ${releases.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[]) as r (v, b, c)
    on conflict do nothing`)
}

/** Keeps versions that are named again. */
export async function deleteReleased(db: Queryable, family: string, versions: readonly string[]): Promise<void> {
  await db.run(sql`delete from released_files where family_ref = ${family} and version = any (${versions}::uuid[])`)
}

/** Returns the times that a database of the family can be restored to. */
const momentsOf = (family: string, now: Date): Fragment => restorableMoments(isMember(family), now)

const isNeeded = sql`exists (select from moments m where f.created_at <= m.last and f.released_at > m.first)`

/** Chooses the versions to delete: not named since `before`, nor by anything that can be restored. Returns them with those chosen earlier. */
export async function chooseGoing(
  db: Queryable,
  family: string,
  { now, before, most }: { readonly now: Date; readonly before: Date; readonly most: number },
): Promise<string[]> {
  await db.run(sql`
    with moments as materialized (${momentsOf(family, now)}), chosen as (
      select f.version from released_files f where f.family_ref = ${family} and not f.is_going and f.released_at <= ${before} and not ${isNeeded} limit ${most}
    )
    update released_files f set is_going = true from chosen c where f.family_ref = ${family} and f.version = c.version`)
  const rows = await db.rows<{ version: string }>(sql`
    select version from released_files where family_ref = ${family} and is_going order by version limit ${most}`)
  return rows.map(({ version }) => version)
}

/** Stores the end of the sweep. */
export async function recordSweep(db: Queryable, family: string, now: Date): Promise<void> {
  await db.run(sql`
    with moments as materialized (${momentsOf(family, now)}), counted as (
      select count(*) filter (where is_needed) as kept_files, coalesce(sum(bytes) filter (where is_needed), 0) as kept_bytes,
        count(*) filter (where not is_needed) as orphaned_files, coalesce(sum(bytes) filter (where not is_needed), 0) as orphaned_bytes
      from (select f.bytes, ${isNeeded} as is_needed from released_files f where f.family_ref = ${family}) each
    )
    update file_families f set swept_at = ${now}, problem = null, kept_files = c.kept_files, kept_bytes = c.kept_bytes, orphaned_files = c.orphaned_files,
      orphaned_bytes = c.orphaned_bytes
    from counted c where f.family_ref = ${family}`)
}

export async function recordProblem(db: Queryable, family: string, problem: string): Promise<void> {
  await db.run(sql`update file_families set problem = ${problem} where family_ref = ${family}`)
}

export async function findUnnamed(db: Queryable, family: string): Promise<UnnamedFiles> {
  const row = await db.first<UnnamedFiles>(sql`
    select ${isoTime('f', 'swept_at')} as swept_at, problem, kept_files, kept_bytes, orphaned_files, orphaned_bytes from file_families f
    where family_ref = ${family}`)
  return row ?? { swept_at: null, problem: null, kept_files: 0, kept_bytes: 0, orphaned_files: 0, orphaned_bytes: 0 }
}
