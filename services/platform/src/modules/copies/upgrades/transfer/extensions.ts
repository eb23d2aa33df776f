import { sql } from '@colonnade/sql'
import type { TransferClient } from './sides.ts'

/** Restores the ownership of extensions, which decides who can alter and drop them: pg_dump doesn't write it, and no statement sets it. */
export async function ownExtensions(source: TransferClient, target: TransferClient): Promise<void> {
  const owned = await source.rows<{ name: string; owner: string }>(sql`
    select e.extname as name, r.rolname as owner from pg_extension e join pg_authid r on r.oid = e.extowner where r.oid >= 16384`)
  if (owned.length === 0) return
  await target.run(sql`set allow_system_table_mods = on`)
  for (const { name, owner } of owned) {
    // extensions of our superuser need no entry
    await target.run(sql`
      with given as (
        update pg_extension set extowner = (select oid from pg_authid where rolname = ${owner}) where extname = ${name} and extowner < 16384 returning oid, extowner
      )
      insert into pg_shdepend (dbid, classid, objid, objsubid, refclassid, refobjid, deptype)
      select (select oid from pg_database where datname = current_database()), 'pg_extension'::regclass, oid, 0, 'pg_authid'::regclass, extowner, 'o' from given`)
  }
  await target.run(sql`set allow_system_table_mods = off`)
}

/** Returns the names of extension members in pg_dump's statements: statements about them change with the extension. */
export async function membersOfExtensions(client: TransferClient): Promise<string[]> {
  const rows = await client.rows<{ name: string }>(sql`
    select distinct '"' || replace(n.nspname, '"', '""') || '"."' || replace(p.proname, '"', '""') || '"(' as name
    from pg_depend d join pg_proc p on p.oid = d.objid join pg_namespace n on n.oid = p.pronamespace
    where d.classid = 'pg_proc'::regclass and d.deptype = 'e'`)
  return rows.map(({ name }) => name)
}
