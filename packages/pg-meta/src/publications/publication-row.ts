import { type Fragment, sql } from '@colonnade/sql'
import { z } from 'zod'
import { raise, withTarget } from '../catalog/block.ts'
import { type ById, type ByName, identifierCondition } from '../catalog/identifiers.ts'
import { mustProvide } from '../catalog/messages.ts'
import type { Fields } from '../catalog/select-fields.ts'

export const Publication = z.object({
  id: z.number().int(),
  name: z.string(),
  owner: z.string(),
  publish_insert: z.boolean(),
  publish_update: z.boolean(),
  publish_delete: z.boolean(),
  publish_truncate: z.boolean(),
  /** The tables it names; null for all tables. Excludes tables published by schema (Postgres 15 and later). */
  tables: z.array(z.object({ id: z.number().int(), name: z.string(), schema: z.string() })).nullable(),
})
export type Publication = z.infer<typeof Publication>

/** Values of publish_generated_columns. */
export const generatedColumns = ['none', 'stored'] as const

/** What a row doesn't include. */
export const PublicationDetails = z.object({
  id: z.number().int(),
  publish_via_partition_root: z.boolean(),
  /** Postgres 18 and later; null before. */
  publish_generated_columns: z.enum(generatedColumns).nullable(),
  /** Schemas published with all their tables; Postgres 15 and later. */
  schemas: z.array(z.string()),
  /** The tables it names, with their published columns and rows, null for all; null for all tables. */
  tables: z
    .array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).nullable(), filter: z.string().nullable() }))
    .nullable(),
  comment: z.string().nullable(),
})
export type PublicationDetails = z.infer<typeof PublicationDetails>

/** A bare number is an id. */
export type PublicationIdentifier = ById | ByName | number

const identifierColumns = { id: sql`p.oid`, name: sql`p.pubname` }

/** Lists the tables that publications name; `m.prpubid` is the publication. */
export const members: Fragment = sql`pg_catalog.pg_publication_rel m
    join pg_catalog.pg_class c on c.oid = m.prrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace`

export const selectPublications: Fragment = sql`select p.oid::int8 as id, p.pubname::text as name, pg_catalog.pg_get_userbyid(p.pubowner)::text as owner,
  p.pubinsert as publish_insert, p.pubupdate as publish_update, p.pubdelete as publish_delete, p.pubtruncate as publish_truncate,
  case when not p.puballtables then coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object('id', c.oid::int8, 'name', c.relname, 'schema', n.nspname) order by n.nspname, c.relname)
    from ${members}
    where m.prpubid = p.oid
  ), '[]') end as tables
from pg_catalog.pg_publication p`

/** Lists the schemas `n` that a publication publishes as a whole, by its oid. Reads dependencies, because Postgres 14 lacks the catalog. */
export function schemasOf(publication: Fragment): Fragment {
  return sql`pg_catalog.pg_depend d
    join pg_catalog.pg_depend s on s.classid = d.classid and s.objid = d.objid and s.refclassid = 'pg_catalog.pg_namespace'::pg_catalog.regclass::oid
    join pg_catalog.pg_namespace n on n.oid = s.refobjid
    where d.refclassid = 'pg_catalog.pg_publication'::pg_catalog.regclass::oid and d.refobjid = ${publication}
      and d.classid = pg_catalog.to_regclass('pg_catalog.pg_publication_namespace')::oid`
}

/** Column lists, filters and schemas exist since Postgres 15, and are read so that Postgres 14 doesn't fail. */
export const publicationDetails: Fields = {
  id: sql`p.oid::int8`,
  publish_via_partition_root: sql`p.pubviaroot`,
  publish_generated_columns: sql`case pg_catalog.to_jsonb(p) ->> 'pubgencols' when 's' then 'stored' when 'n' then 'none' end`,
  schemas: sql`coalesce((
    select pg_catalog.json_agg(n.nspname order by n.nspname) from ${schemasOf(sql`p.oid`)}
  ), '[]')`,
  tables: sql`case when not p.puballtables then coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object('schema', n.nspname, 'name', c.relname, 'columns', (
        select pg_catalog.json_agg(a.attname order by a.attnum) from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and pg_catalog.to_jsonb(m) -> 'prattrs' @> pg_catalog.to_jsonb(a.attnum)
      ), 'filter', (
        select pg_catalog.to_jsonb(t) ->> 'rowfilter' from pg_catalog.pg_publication_tables t
        where t.pubname = p.pubname and t.schemaname = n.nspname and t.tablename = c.relname
      )) order by n.nspname, c.relname)
    from ${members}
    where m.prpubid = p.oid
  ), '[]') end`,
  comment: sql`pg_catalog.obj_description(p.oid, 'pg_publication')`,
}

export function onPublication(identifier: PublicationIdentifier, ...work: readonly Fragment[]): Fragment {
  const lookup = sql`p.pubname as name, pg_catalog.pg_get_userbyid(p.pubowner) as owner, pg_catalog.obj_description(p.oid, 'pg_publication') as comment, p.*
from pg_catalog.pg_publication p where ${publicationCondition(identifier)}`
  return withTarget(lookup, raise('missing', 'Cannot find publication with the given filter'), ...work)
}

export function publicationCondition(identifier: PublicationIdentifier): Fragment {
  return identifierCondition(typeof identifier === 'number' ? { id: identifier } : identifier, identifierColumns, mustProvide.idOrName)
}
