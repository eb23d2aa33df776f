import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** A copied version of a stored file. */
export interface CopiedFile {
  readonly version: string
  readonly form: 'file' | 'parts'
  readonly bytes: number
  readonly sha256: string
}

/** Returns project families with files to copy or restore: those with a local folder now or earlier. Registers their files from then on. */
export async function listFamilies(db: Queryable, here: readonly string[]): Promise<string[]> {
  await db.run(sql`
    insert into file_families (family_ref) select f from unnest(${here}::text[]) as h (f) join projects p on p.ref = f and p.status <> 'REMOVED'
    on conflict do nothing`)
  const rows = await db.rows<{ family: string }>(sql`
    select family_ref as family from file_families f join projects p on p.ref = f.family_ref where p.desired <> 'removed' order by family_ref`)
  return rows.map(({ family }) => family)
}

/** Returns copies after a version, in order; from the first one for null. */
export function listFiles(db: Queryable, target: string, family: string, after: string | null, most: number): Promise<CopiedFile[]> {
  return db.rows<CopiedFile>(sql`
    select file_version as version, file_form as form, bytes, sha256 from offsite_copies
    where target = ${target} and project_ref = ${family} and file_version > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by file_version limit ${most}`)
}

/** Returns undefined for a version that wasn't copied, or is no longer needed. */
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

/** Marks files before they are deleted locally, so that they aren't restored and their copies are deleted. */
export async function giveUpFiles(tx: Queryable, family: string, versions: readonly string[]): Promise<void> {
  await tx.run(sql`update offsite_copies set is_unwanted = true where project_ref = ${family} and file_version = any (${versions}::uuid[])`)
}
