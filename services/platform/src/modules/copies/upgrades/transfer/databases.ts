import type { ClusterEndpoint } from '@colonnade/clusters'
import { sql } from '@colonnade/sql'
import { run } from './roles.ts'
import { asAdministrator } from './sides.ts'

export interface SourceDatabase {
  readonly name: string
  readonly bytes: number
  /** Statements that create the database, and set everything beyond its content. */
  readonly creation: string
  readonly finish: readonly string[]
}

/** Returns databases that users can have written to. */
export function listDatabases(old: ClusterEndpoint): Promise<SourceDatabase[]> {
  return asAdministrator(old, 'template1', (source) =>
    source.rows<SourceDatabase>(sql`
      select d.datname as name, pg_database_size(d.oid) as bytes,
        format('create database %I with template template0 owner %I encoding %L locale_provider %s lc_collate %L lc_ctype %L', d.datname, r.rolname,
          pg_encoding_to_char(d.encoding), case d.datlocprovider when 'b' then 'builtin' when 'i' then 'icu' else 'libc' end, d.datcollate, d.datctype)
          || case d.datlocprovider when 'b' then format(' builtin_locale %L', d.datlocale) when 'i' then format(' icu_locale %L', d.datlocale) else '' end
          || case when d.daticurules is not null then format(' icu_rules %L', d.daticurules) else '' end as creation,
        array_remove(array[
          case when d.datconnlimit <> -1 then format('alter database %I connection limit %s', d.datname, d.datconnlimit) end,
          case when d.datistemplate then format('alter database %I is_template true', d.datname) end,
          (select format('comment on database %I is %L', d.datname, c.description) from pg_shdescription c where c.objoid = d.oid and c.classoid = 'pg_database'::regclass),
          case when d.datacl is not null then format('revoke all on database %I from public, %I', d.datname, r.rolname) end
        ], null) || coalesce((
          select array_agg(format('grant %s on database %I to %s %s', lower(a.privilege_type), d.datname, case when a.grantee = 0 then 'public' else format('%I', g.rolname) end,
            case when a.is_grantable and a.grantee <> d.datdba then 'with grant option' else '' end))
          from aclexplode(d.datacl) a left join pg_authid g on g.oid = a.grantee where a.grantee = 0 or g.oid is not null), '{}') as finish
      from pg_database d join pg_authid r on r.oid = d.datdba
      where d.datallowconn and d.datname not in ('template0', 'template1') order by d.datname`),
  )
}

/** Creates the databases, empty. */
export async function makeDatabases(fresh: ClusterEndpoint, databases: readonly SourceDatabase[]): Promise<void> {
  await asAdministrator(fresh, 'template1', async (target) => {
    await run(target, 'drop database postgres')
    for (const { creation } of databases) await run(target, creation)
  })
}

export async function finishDatabases(fresh: ClusterEndpoint, databases: readonly SourceDatabase[]): Promise<void> {
  await asAdministrator(fresh, 'template1', async (target) => {
    for (const { finish } of databases) for (const statement of finish) await run(target, statement)
  })
}
