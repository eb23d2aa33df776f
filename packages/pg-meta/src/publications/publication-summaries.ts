import { join, literal, nameLiteral, sql, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import { systemSchemas } from '../catalog/visible-relations.ts'
import { listing, retrieval, type Statement } from '../statement.ts'

/** A publication in a list. */
export const PublicationSummary = z.object({
  id: z.number().int(),
  name: z.string(),
  owner: z.string(),
  publish_insert: z.boolean(),
  publish_update: z.boolean(),
  publish_delete: z.boolean(),
  publish_truncate: z.boolean(),
  is_for_all_tables: z.boolean(),
  /** Schemas published with all their tables. */
  schemas: z.number().int(),
  /** The number of published tables: by name, by schema, or all. Counts partitions as Postgres does. */
  tables: z.number().int(),
  /** Those without a replica identity: if updates or deletes are published, Postgres refuses them. */
  unidentified_tables: z.number().int(),
  comment: z.string().nullable(),
})
export type PublicationSummary = z.infer<typeof PublicationSummary>

/** Tests whether table `c` has a replica identity (Postgres documentation, REPLICA IDENTITY). */
const hasIdentity: Fragment = sql`case c.relreplident
    when 'f' then true
    when 'd' then exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary)
    when 'i' then exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisreplident)
    else false end`

const published: Fragment = sql`pg_catalog.pg_publication_tables v
    join pg_catalog.pg_namespace n on n.nspname = v.schemaname
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = v.tablename`

/** Lists publications by name. */
export function listPublicationSummaries(): Statement<z.ZodArray<typeof PublicationSummary>> {
  return listing(
    sql`select p.oid::int8 as id, p.pubname::text as name, pg_catalog.pg_get_userbyid(p.pubowner)::text as owner,
  p.pubinsert as publish_insert, p.pubupdate as publish_update, p.pubdelete as publish_delete, p.pubtruncate as publish_truncate,
  p.puballtables as is_for_all_tables,
  (select pg_catalog.count(*) from pg_catalog.pg_depend d
    where d.refclassid = 'pg_catalog.pg_publication'::pg_catalog.regclass::oid and d.refobjid = p.oid
      and d.classid = pg_catalog.to_regclass('pg_catalog.pg_publication_namespace')::oid)::int4 as schemas,
  held.tables::int4 as tables, held.unidentified::int4 as unidentified_tables,
  pg_catalog.obj_description(p.oid, 'pg_publication') as comment
from pg_catalog.pg_publication p
cross join lateral (
  select pg_catalog.count(*) as tables, pg_catalog.count(*) filter (where not ${hasIdentity}) as unidentified
  from ${published} where v.pubname = p.pubname
) held
order by p.pubname;`,
    PublicationSummary,
  )
}

/** A table that can be published. */
export const PublishableTable = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  /** Whether it has a replica identity; see `PublicationSummary`. */
  has_identity: z.boolean(),
  is_partition: z.boolean(),
})
export type PublishableTable = z.infer<typeof PublishableTable>

const publishableTables: Fragment = sql`select c.oid::int8 as id, n.nspname::text as schema, c.relname::text as name, ${hasIdentity} as has_identity, c.relispartition as is_partition
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and c.relpersistence = 'p' and n.nspname not in (${join(systemSchemas.map((name) => literal(name)))})`

/** Lists tables that can be published, by schema and name, without system, temporary and unlogged tables. */
export function listPublishableTables(): Statement<z.ZodArray<typeof PublishableTable>> {
  return listing(sql`${publishableTables}\norder by n.nspname, c.relname;`, PublishableTable)
}

/** Most tables in a response about a publication. */
const maxTold = 200

/** Lists a publication's tables without a replica identity, the first ones by name. */
export function listUnidentifiedTables({ name }: { readonly name: string }): Statement<z.ZodArray<typeof PublishableTable>> {
  return listing(
    sql`${publishableTables} and not ${hasIdentity}
  and exists (select from pg_catalog.pg_publication_tables v where v.pubname = ${nameLiteral(name)} and v.schemaname = n.nspname and v.tablename = c.relname)
order by n.nspname, c.relname limit ${maxTold};`,
    PublishableTable,
  )
}

/** What the current role can do with publications. */
export const PublicationScope = z.object({
  /** Postgres lets only superusers publish all tables of the database or of schemas. */
  may_publish_all: z.boolean(),
  /** Column lists, row filters and schemas: Postgres 15 and later. */
  has_parts: z.boolean(),
})
export type PublicationScope = z.infer<typeof PublicationScope>

export function retrievePublicationScope(): Statement<z.ZodOptional<typeof PublicationScope>> {
  return retrieval(
    sql`select pg_catalog.current_setting('is_superuser') = 'on' as may_publish_all, pg_catalog.current_setting('server_version_num')::int4 >= 150000 as has_parts;`,
    PublicationScope,
  )
}

/** A table with what matters for Realtime. */
export const FollowableTable = z.object({
  ...PublishableTable.shape,
  is_published: z.boolean(),
  /** Whether the publication names it. Others are published through a schema, a partitioned table or all tables, and can't be removed alone. */
  is_member: z.boolean(),
  has_primary_key: z.boolean(),
  rls_enabled: z.boolean(),
  /** Permissive policies for reads: without any, row-level security hides every row. */
  read_policies: z.number().int(),
})
export type FollowableTable = z.infer<typeof FollowableTable>

const followable = (
  name: string,
): Fragment => sql`select t.*, v.tablename is not null or m.prrelid is not null as is_published, m.prrelid is not null as is_member,
  exists (select from pg_catalog.pg_index i where i.indrelid = t.id::oid and i.indisprimary) as has_primary_key,
  (select c.relrowsecurity from pg_catalog.pg_class c where c.oid = t.id::oid) as rls_enabled,
  (select pg_catalog.count(*) from pg_catalog.pg_policy p where p.polrelid = t.id::oid and p.polpermissive and p.polcmd in ('r', '*'))::int4 as read_policies
from (${publishableTables}) t
left join pg_catalog.pg_publication_tables v on v.pubname = ${nameLiteral(name)} and v.schemaname = t.schema and v.tablename = t.name
left join pg_catalog.pg_publication_rel m on m.prrelid = t.id::oid and m.prpubid = (select p.oid from pg_catalog.pg_publication p where p.pubname = ${nameLiteral(name)})`

/** Lists tables that can be published, with whether the publication includes them; published ones first, then by schema and name. */
export function listFollowableTables({
  name,
  limit,
}: {
  readonly name: string
  readonly limit: number
}): Statement<z.ZodArray<typeof FollowableTable>> {
  return listing(sql`${followable(name)}\norder by is_published desc, t.schema, t.name limit ${limit};`, FollowableTable)
}

/** Retrieves one of them; no row if it can't be published. */
export function retrieveFollowableTable({
  name,
  id,
}: {
  readonly name: string
  readonly id: number
}): Statement<z.ZodOptional<typeof FollowableTable>> {
  return retrieval(sql`${followable(name)}\nwhere t.id = ${id};`, FollowableTable)
}
