import type { FunctionsAtMoment } from '@colonnade/contracts/functions/function-history'
import type { Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import { restorableMoments } from '../../../kernel/restorable-moments.ts'

/** Selects a project's rows of `function_history` at a point in time; null for now. */
const liveAt = (ref: string, at: Date | null): Fragment =>
  at === null
    ? sql`select * from function_history where ref = ${ref} and ends_at is null`
    : sql`select * from function_history where ref = ${ref} and starts_at <= ${at} and coalesce(ends_at > ${at}, true)`

/** A function at a point in time, compared with the current one. */
export interface FunctionThen {
  readonly slug: string
  readonly version: number | null
  readonly live_version: number | null
  readonly state: FunctionsAtMoment[number]['state']
  /** Version in the history that was live at that time. */
  readonly history_id: number | null
}

/** Ordered by slug. Versions with the same source and settings are equal, regardless of their number. */
export function compareFunctions(db: Queryable, ref: string, at: Date): Promise<FunctionThen[]> {
  return db.rows<FunctionThen>(sql`
    with past as (select h.*, v.bundle, v.sha256 from (${liveAt(ref, at)}) h join function_versions v using (function_id, version)),
      present as (select h.*, v.bundle, v.sha256 from (${liveAt(ref, null)}) h join function_versions v using (function_id, version))
    select coalesce(p.slug, n.slug) as slug, p.version, n.version as live_version, p.id as history_id,
      case
        when p.id is null then 'created_since'
        when n.id is null then 'deleted_since'
        when p.function_id = n.function_id and p.version <> n.version then 'other_version'
        when p.function_id <> n.function_id and (p.bundle, p.sha256) <> (n.bundle, n.sha256) then 'recreated_since'
        -- a setting that there was not yet stays as it is
        when n.settings || p.settings <> n.settings then 'other_settings'
        else 'same'
      end as state
    from past p full join present n on n.slug = p.slug order by coalesce(p.slug, n.slug) collate "C"`)
}

/** Returns true if the project had live edge functions at that time. */
export async function hadFunctions(db: Queryable, ref: string, at: Date): Promise<boolean> {
  return (await db.first(sql`select from (${liveAt(ref, at)}) h limit 1`)) !== undefined
}

/** Copies the functions that were live in a project at a point in time, null for now, to a new one, each as its first version. */
export async function copyFunctions(
  tx: Queryable,
  { from, to, at }: { readonly from: string; readonly to: string; readonly at: Date | null },
): Promise<void> {
  await tx.run(sql`
    with past as (${liveAt(from, at)}), copied as (
      insert into functions (ref, slug, name, is_jwt_verified, allowed_hosts, live_version, last_version)
      select ${to}, p.slug, s.name, s.is_jwt_verified, s.allowed_hosts, 1, 1 from past p, jsonb_populate_record(null::functions, p.settings) s
      on conflict (ref, slug) do nothing returning id, slug
    )
    insert into function_versions (function_id, version, bundle, bundle_entrypoint, files, entrypoint, import_map, static_patterns, sha256, notices)
    select c.id, 1, v.bundle, v.bundle_entrypoint, v.files, v.entrypoint, v.import_map, v.static_patterns, v.sha256, v.notices
    from copied c join past p on p.slug = c.slug join function_versions v on v.function_id = p.function_id and v.version = p.version`)
}

/** Restores a function from a row of its history: a deleted version is added again as the next one. */
export async function bringBack(tx: Queryable, ref: string, slug: string, historyId: number): Promise<void> {
  await tx.run(sql`
    insert into functions (ref, slug, name) values (${ref}, ${slug}, ${slug}) on conflict (ref, slug) do nothing`)
  // holds back its deploys from here on
  const row = await tx.first<{ id: string; is_live: boolean; version: number | null }>(sql`
    select f.id, f.live_version is not null as is_live, h.version from functions f
      left join function_history h on h.id = ${historyId} and h.function_id = f.id
    where f.ref = ${ref} and f.slug = ${slug} for update of f`)
  const { id, is_live: isLive } = row!
  const version = row!.version ?? (await copyVersion(tx, id, historyId))
  await tx.run(sql`
    update functions f set live_version = ${version}, updated_at = clock_timestamp(), (name, is_jwt_verified, allowed_hosts) = (
      select s.name, s.is_jwt_verified, s.allowed_hosts from function_history h, jsonb_populate_record(f, h.settings) s where h.id = ${historyId})
    where f.id = ${id}`)
  if (!isLive) await bringSchedulesBack(tx, id, historyId)
}

async function copyVersion(tx: Queryable, id: string, historyId: number): Promise<number> {
  const row = await tx.first<{ version: number }>(sql`
    with next as (update functions set last_version = last_version + 1 where id = ${id} returning last_version as version)
    insert into function_versions (function_id, version, bundle, bundle_entrypoint, files, entrypoint, import_map, static_patterns, sha256, notices, created_by)
    select ${id}, n.version, v.bundle, v.bundle_entrypoint, v.files, v.entrypoint, v.import_map, v.static_patterns, v.sha256, v.notices, v.created_by
    from next n, function_history h join function_versions v on v.function_id = h.function_id and v.version = h.version where h.id = ${historyId}
    returning version`)
  return row!.version
}

/** Restores the schedules of a deleted function, turned off, so that nothing runs unexpectedly. */
async function bringSchedulesBack(tx: Queryable, id: string, historyId: number): Promise<void> {
  await tx.run(sql`
    insert into function_schedules (function_id, cron, path, body, is_enabled, next_at)
    select ${id}, s.cron, s.path, s.body, false, clock_timestamp()
    from function_history t join function_history h on h.function_id = t.function_id,
      jsonb_to_recordset(h.schedules) as s (cron text, path text, body text) where t.id = ${historyId}`)
}

/**
 * Deletes history outside of all restorable times, and that of deleted projects.
 *
 * @param before end of the history to consider: a backup in progress may need later entries
 */
export async function forgetHistory(db: Queryable, { now, before }: { readonly now: Date; readonly before: Date }): Promise<void> {
  await db.run(sql`
    with moments as materialized (${restorableMoments(sql`p.status <> 'REMOVED'`, now)})
    delete from function_history h where h.ends_at <= ${before}
      and not exists (select from moments m where m.ref = h.ref and h.starts_at <= m.last and h.ends_at > m.first)
      -- the only entry of a function stays if it has schedules
      and (h.schedules = '[]' or not exists (select from function_history o where o.function_id = h.function_id and o.id <> h.id))`)
  await db.run(sql`delete from function_history where ref in (select ref from projects where status = 'REMOVED')`)
}
