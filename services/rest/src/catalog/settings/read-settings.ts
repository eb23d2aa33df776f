import type { Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import { configurationOf, type RestConfiguration, type StoredSettings } from './configuration.ts'

/** All that the configuration depends on, as one JSON value. Settings of one database come after those of all, so that they win. */
const storedSettings: Fragment = sql`
  with setting as (
    select s.setrole, s.setdatabase, x.setting, x.place
    from pg_catalog.pg_db_role_setting s, lateral pg_catalog.unnest(s.setconfig) with ordinality as x(setting, place)
    where s.setdatabase in (0, (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database()))
  )
  select pg_catalog.json_build_object(
    'own', (
      select coalesce(pg_catalog.json_agg(s.setting order by s.setdatabase, s.place), '[]')
      from setting s join pg_catalog.pg_roles r on r.oid = s.setrole
      where r.rolname = current_user
    ),
    'roles', (
      select coalesce(pg_catalog.json_agg(pg_catalog.json_build_array(r.rolname, s.setting) order by r.rolname, s.setdatabase, s.place), '[]')
      from setting s join pg_catalog.pg_roles r on r.oid = s.setrole
      where r.rolname <> current_user and pg_catalog.pg_has_role(r.oid, 'member')
    ),
    'settable', (
      select coalesce(pg_catalog.json_agg(p.name), '[]') from pg_catalog.pg_settings p
      where p.context = 'user' or p.context = 'superuser' and pg_catalog.has_parameter_privilege(p.name, 'set')
    ),
    'known', (select pg_catalog.json_agg(pg_catalog.lower(p.name)) from pg_catalog.pg_settings p),
    'schemas', (select pg_catalog.json_agg(n.nspname) from pg_catalog.pg_namespace n)
  ) as stored`

/**
 * Reads the configuration of the data API that the database holds (`alter role authenticator set pgrst.…`, also `in database`), for the role
 * that is connected. Nothing in it is fatal: what can't be used is left out, with a warning.
 */
export async function readSettings(db: Queryable): Promise<RestConfiguration> {
  const row = await db.first<{ stored: StoredSettings }>(storedSettings)
  return configurationOf(row!.stored)
}
