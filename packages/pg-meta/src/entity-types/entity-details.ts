import { join, literal, sql, toText, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import { oid } from '../catalog/identifiers.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { listing, type Statement } from '../statement.ts'
import { EntityType, entityPageSize } from './entity-types.ts'

export interface PartitionQuery {
  /** Oid of the partitioned table. */
  readonly parent: number
  readonly limit?: number
  /** From 0. */
  readonly page?: number
}

/** The partitions of a table as entries of the list, by name, the default one last. Those of partitions are asked for in their turn. */
export function getEntityPartitionsSQL({ parent, limit = entityPageSize, page = 0 }: PartitionQuery): Statement<z.ZodArray<typeof EntityType>> {
  const text = sql`${entry}
join pg_catalog.pg_inherits i on i.inhrelid = c.oid
where i.inhparent = ${oid(parent)} and c.relispartition and ${isVisibleRelation('c')}
order by coalesce(pg_catalog.pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT', false), c.relname, c.oid
limit ${limit} offset ${page * limit};`
  return listing(text, EntityType)
}

/** What these oids are called now; one that was dropped, or that is out of reach, has no row. */
export function getEntitiesByIdSQL(ids: readonly number[]): Statement<z.ZodArray<typeof EntityType>> {
  return listing(sql`${entry}\nwhere c.oid in (${oids(ids)}) and c.relkind in ('r', 'v', 'm', 'f', 'p') and ${isVisibleRelation('c')};`, EntityType)
}

export const EntityExposure = z.object({
  id: z.number().int(),
  /** Of `anon` and `authenticated`, who may read or write rows of it through the data API. */
  roles: z.array(z.enum(['anon', 'authenticated'])),
})
export type EntityExposure = z.infer<typeof EntityExposure>

/**
 * Which of these relations the data API serves, and to whom: it is in `public` or in a schema that `pgrst.db_schemas` of the role
 * `authenticator` names, and the role may use that schema and holds a privilege on the relation or on one of its columns. Row-level security
 * is another matter. Those that nobody reaches have no row.
 */
export function getEntityExposureSQL(ids: readonly number[]): Statement<z.ZodArray<typeof EntityExposure>> {
  const text = sql`with served as (
  select pg_catalog.array_agg(schema) as schemas from (
    select 'public'::text as schema
    union all
    select pg_catalog.btrim(name)
    from pg_catalog.pg_db_role_setting s
    cross join lateral pg_catalog.unnest(s.setconfig) setting
    cross join lateral pg_catalog.regexp_split_to_table(pg_catalog.substr(setting, pg_catalog.length('pgrst.db_schemas=') + 1), ',') name
    where setting like 'pgrst.db\\_schemas=%'
      and s.setdatabase in (0, (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database()))
      and s.setrole in (select 0 union all select a.oid from pg_catalog.pg_roles a where a.rolname = 'authenticator')
  ) names
), exposed as (
  select c.oid::int8 as id, pg_catalog.jsonb_agg(r.rolname order by r.rolname) as roles
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  cross join pg_catalog.pg_roles r
  where c.oid in (${oids(ids)})
    and n.nspname = any (array(select pg_catalog.unnest(served.schemas) from served))
    and r.rolname in ('anon', 'authenticated')
    and pg_catalog.has_schema_privilege(r.oid, n.oid, 'USAGE')
    and (pg_catalog.has_table_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE, DELETE')
      or pg_catalog.has_any_column_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE'))
  group by c.oid
)
select id, roles from exposed order by id;`
  return { sql: toText(text), zod: z.array(EntityExposure) }
}

const entry = sql`select c.oid::int8 as id, n.nspname::text as schema, c.relname::text as name, c.relkind::text as type,
  pg_catalog.obj_description(c.oid, 'pg_class') as comment, c.relrowsecurity as rls_enabled
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace`

function oids(ids: readonly number[]): Fragment {
  return ids.length === 0 ? literal(null) : join(ids.map((id) => oid(id)))
}
