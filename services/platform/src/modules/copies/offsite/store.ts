import type { OffsiteReport } from '@colonnade/contracts/copies/offsite'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** A backup with its copy. */
export interface CopiedBackup {
  readonly id: string
  readonly ref: string
  readonly manifestSha256: string
  readonly bytes: number
  /** Size of the copy; null if there is none. */
  readonly sha256: string | null
}

const selected = sql`
  select b.id, b.project_ref as ref, b.manifest_sha256 as "manifestSha256", b.bytes, c.sha256
  from backups b join projects p on p.ref = b.project_ref`

/** Returns verified backups, newest first, because losing those would hurt most. */
export function listProved(db: Queryable, target: string): Promise<CopiedBackup[]> {
  return db.rows<CopiedBackup>(sql`
    ${selected} left join offsite_copies c on c.backup_id = b.id and c.target = ${target}
    where b.status = 'COMPLETED' and b.proved_at is not null and p.desired <> 'removed' order by b.taken_at desc`)
}

/** Returns undefined if there is no copy of it. */
export function findCopy(db: Queryable, target: string, backupId: string): Promise<CopiedBackup | undefined> {
  return db.first<CopiedBackup>(sql`${selected} join offsite_copies c on c.backup_id = b.id and c.target = ${target} where b.id::text = ${backupId}`)
}

/** A project with WAL archiving. */
export interface ArchivedProject {
  readonly ref: string
  /** Positions that the backups of its window restore to. */
  readonly needed: readonly string[]
}

export function listArchived(db: Queryable): Promise<ArchivedProject[]> {
  return db.rows<ArchivedProject>(sql`
    select w.project_ref as ref, array(select b.stop_lsn from backups b where b.id = any (w.bases) and b.stop_lsn is not null) as needed
    from recovery_windows w join projects p on p.ref = w.project_ref where w.is_wanted and p.desired <> 'removed' order by w.project_ref`)
}

/** Returns the names of a project's copied WAL files. */
export async function listWalCopies(db: Queryable, target: string, ref: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select wal_file as name from offsite_copies where target = ${target} and project_ref = ${ref} and wal_file is not null order by wal_file`)
  return rows.map(({ name }) => name)
}

export interface NewCopy {
  readonly key: string
  readonly ref: string
  readonly bytes: number
  readonly of: { readonly backupId: string; readonly sha256: string } | { readonly walFile: string }
}

export async function recordCopy(db: Queryable, target: string, { key, ref, bytes, of }: NewCopy): Promise<void> {
  const [backupId, sha256, walFile] = 'walFile' in of ? [null, null, of.walFile] : [of.backupId, of.sha256, null]
  await db.run(sql`
    insert into offsite_copies (target, key, project_ref, backup_id, wal_file, bytes, sha256)
    values (${target}, ${key}, ${ref}, ${backupId}::uuid, ${walFile}, ${bytes}, ${sha256})
    on conflict (target, key) do update set bytes = excluded.bytes, sha256 = excluded.sha256, copied_at = excluded.copied_at`)
}

/** Returns some keys of deleted originals: backups, WAL of projects without archiving, stored files, and anything of deleted projects. */
export async function listForgotten(db: Queryable, target: string): Promise<string[]> {
  const rows = await db.rows<{ key: string }>(sql`
    select c.key from offsite_copies c where c.target = ${target} and case
      when c.backup_id is not null then not exists (select from backups b where b.id = c.backup_id)
      when c.wal_file is not null then not exists (select from recovery_windows w where w.project_ref = c.project_ref)
      else c.is_unwanted or not exists (select from file_families f where f.family_ref = c.project_ref) end
    limit 1000`)
  return rows.map(({ key }) => key)
}

export async function forgetCopy(db: Queryable, target: string, key: string): Promise<void> {
  await db.run(sql`delete from offsite_copies where target = ${target} and key = ${key}`)
}

/** Stores that everything is copied. */
export async function recordSuccess(db: Queryable, target: string): Promise<void> {
  await db.run(sql`
    insert into offsite_states (target, completed_at) values (${target}, clock_timestamp())
    on conflict (target) do update set completed_at = excluded.completed_at, problem = null, problem_since = null`)
}

/** Returns true if there was no failure before. */
export async function recordProblem(db: Queryable, target: string, problem: string): Promise<boolean> {
  await db.run(sql`insert into offsite_states (target) values (${target}) on conflict do nothing`)
  const before = await db.first<{ problem: string | null }>(sql`select problem from offsite_states where target = ${target} for update`)
  await db.run(sql`
    update offsite_states set problem = ${problem}, problem_since = coalesce(problem_since, clock_timestamp()) where target = ${target}`)
  return before?.problem === null
}

export async function retrieveState(db: Queryable, target: string): Promise<Omit<OffsiteReport, 'target' | 'is_copying'>> {
  const row = await db.first<Omit<OffsiteReport, 'target' | 'is_copying'>>(sql`
    select ${isoTime('s', 'completed_at')} as completed_at, s.problem, ${isoTime('s', 'problem_since')} as problem_since,
      (select count(*)::int from offsite_copies c where c.target = ${target} and c.backup_id is not null) as backups,
      (select count(*)::int from offsite_copies c where c.target = ${target} and c.wal_file is not null) as wal_files,
      (select count(*)::int from offsite_copies c where c.target = ${target} and c.file_version is not null) as files,
      (select coalesce(sum(bytes), 0)::int8 from offsite_copies c where c.target = ${target}) as bytes,
      (select count(*)::int from backups b join projects p on p.ref = b.project_ref
        where b.status = 'COMPLETED' and p.desired <> 'removed' and not exists (
          select from offsite_copies c where c.target = ${target} and c.backup_id = b.id)) as waiting_backups
    from (select 1) one left join offsite_states s on s.target = ${target}`)
  return row!
}
