import { sql } from '@colonnade/sql'
import { z } from 'zod'
import { listing, type Statement } from '../statement.ts'
import { Extension } from './extensions.ts'

/** An extension with what decides how it can be installed, changed and removed by the role that asks. */
export const ExtensionSummary = Extension.extend({
  /** Its oid; null when it is not installed. */
  id: z.number().int().nullable(),
  owner: z.string().nullable(),
  /** Whether the role may change and remove it: it is its owner, or acts as it. False when it is not installed. */
  is_own: z.boolean(),
  /** Whether the server has its files: without them it is neither installed nor updated. */
  is_available: z.boolean(),
  /** Whether it can be moved to another schema once it is installed. */
  is_relocatable: z.boolean(),
  /** The only schema that it goes into, as its control file says; null when one may choose. */
  fixed_schema: z.string().nullable(),
  /** Extensions that its default version needs. */
  requires: z.array(z.string()),
  /** Versions that can be installed. */
  versions: z.array(z.string()),
  /** Versions that it can be updated to from the installed one. */
  update_targets: z.array(z.string()),
  /** Whether Postgres keeps it to superusers, which the role is not. */
  needs_superuser: z.boolean(),
})
export type ExtensionSummary = z.infer<typeof ExtensionSummary>

/** Every extension that the server offers or the database has, by name: also those whose files are gone. */
export function listExtensionSummaries(): Statement<z.ZodArray<typeof ExtensionSummary>> {
  const text = sql`select coalesce(e.name, x.extname)::text as name, n.nspname::text as schema, e.default_version, x.extversion as installed_version, e.comment,
  x.oid::int8 as id, pg_catalog.pg_get_userbyid(x.extowner)::text as owner,
  coalesce(pg_catalog.pg_has_role(x.extowner, 'USAGE'), false) as is_own,
  e.name is not null as is_available,
  coalesce(x.extrelocatable, standard.relocatable, false) as is_relocatable,
  standard.schema::text as fixed_schema,
  coalesce(pg_catalog.to_json(standard.requires), '[]') as requires,
  coalesce((select pg_catalog.json_agg(v.version order by v.version) from versions v where v.name = e.name), '[]') as versions,
  case when x.oid is null or e.name is null then '[]' else coalesce((
    select pg_catalog.json_agg(p.target order by p.target)
    from pg_catalog.pg_extension_update_paths(e.name) p
    where p.source = x.extversion and p.path is not null
  ), '[]') end as update_targets,
  coalesce(standard.superuser and not (standard.trusted and me.may_create) and not me.is_superuser, false) as needs_superuser
from pg_catalog.pg_available_extensions() e
full join pg_catalog.pg_extension x on x.extname = e.name
left join pg_catalog.pg_namespace n on n.oid = x.extnamespace
left join versions standard on standard.name = e.name and standard.version = e.default_version
cross join (
  select r.rolsuper as is_superuser, pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE') as may_create
  from pg_catalog.pg_roles r where r.rolname = current_user
) me
order by 1;`
  return listing(sql`with versions as materialized (select * from pg_catalog.pg_available_extension_versions())\n${text}`, ExtensionSummary)
}
