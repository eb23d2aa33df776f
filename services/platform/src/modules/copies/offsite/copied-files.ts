import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** A version of a project's files that was copied. */
export interface CopiedFile {
  readonly version: string
  readonly form: 'file' | 'parts'
  readonly bytes: number
  readonly sha256: string
}

/** Families that have files to copy or to put back: of those that have a folder here, and those that had. Their files are known from then on. */
export async function listFamilies(db: Queryable, here: readonly string[]): Promise<string[]> {
  await db.run(sql`
    insert into file_families (family_ref) select f from unnest(${here}::text[]) as h (f) join projects p on p.ref = f and p.status <> 'REMOVED'
    on conflict do nothing`)
  const rows = await db.rows<{ family: string }>(sql`
    select family_ref as family from file_families f join projects p on p.ref = f.family_ref where p.desired <> 'removed' order by family_ref`)
  return rows.map(({ family }) => family)
}

/** Copies after a version in order; from the first one for null. */
export function listFiles(db: Queryable, target: string, family: string, after: string | null, most: number): Promise<CopiedFile[]> {
  return db.rows<CopiedFile>(sql`
    select file_version as version, file_form as form, bytes, sha256 from offsite_copies
    where target = ${target} and project_ref = ${family} and file_version > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by file_version limit ${most}`)
}

/** Undefined for one that was not copied, or is not wanted any more. */
export function findFile(db: Queryable, target: string, family: string, version: string): Promise<CopiedFile | undefined> {
  return db.first<CopiedFile>(sql`
    select file_version as version, file_form as form, bytes, sha256 from offsite_copies
    where target = ${target} and project_ref = ${family} and file_version = ${version}::uuid and not is_unwanted`)
}

export async function recordFile(db: Queryable, target: string, family: string, key: string, file: CopiedFile): Promise<void> {
  await db.run(sql`
    insert into offsite_copies (target, key, project_ref, file_version, file_form, bytes, sha256, is_unwanted)
    select ${target}, ${key}, ${family}, v, ${file.form}, ${file.bytes}, ${file.sha256},
      exists (select from released_files r where r.family_ref = ${family} and r.version = v and r.is_going)
    from (select ${file.version}::uuid as v) one
    on conflict (target, key) do nothing`)
}

/** They are about to be unlinked here: what is missing is not put back, and their copies go, wherever they are. */
export async function giveUpFiles(tx: Queryable, family: string, versions: readonly string[]): Promise<void> {
  await tx.run(sql`update offsite_copies set is_unwanted = true where project_ref = ${family} and file_version = any (${versions}::uuid[])`)
}
