import { empty, join, literal, sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import type { Statement } from '../statement.ts'
import { containsPattern, isVisibleRelation } from '../catalog/visible-relations.ts'

/** Table, view, materialized view, foreign table, partitioned table (spec §3). */
export const entityTypeCodes = ['r', 'v', 'm', 'f', 'p'] as const
export const EntityTypeCode = z.enum(entityTypeCodes)
export type EntityTypeCode = z.infer<typeof EntityTypeCode>

export const EntityType = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  type: EntityTypeCode,
  comment: z.string().nullable(),
  rls_enabled: z.boolean(),
})
export type EntityType = z.infer<typeof EntityType>

const EntityTypePage = z.array(z.object({ data: z.object({ entities: z.array(EntityType), count: z.number().int() }) }))

/** Entries on a page of the list (spec §9). */
export const entityPageSize = 100

export interface EntityTypeQuery {
  readonly schemas: readonly string[]
  readonly search?: string
  readonly sort?: 'alphabetical' | 'grouped-alphabetical'
  readonly filterTypes?: readonly EntityTypeCode[]
  readonly limit?: number
  /** From 0. */
  readonly page?: number
}

/** One page of what schemas hold, as one row: `data.entities` and `data.count`, the number of all that match. Partitions are left out. */
export function getEntityTypesSQL(query: EntityTypeQuery): Statement<typeof EntityTypePage> {
  const { schemas, search = '', sort = 'alphabetical', limit = entityPageSize, page = 0 } = query
  const types = query.filterTypes === undefined || query.filterTypes.length === 0 ? entityTypeCodes : query.filterTypes
  const order = sort === 'alphabetical' ? sql`name` : sql`pg_catalog.array_position(array['r','p','v','m','f'], type), name`
  const text = toText(sql`with matching as (
  select c.oid::int8 as id, n.nspname::text as schema, c.relname::text as name, c.relkind::text as type, c.relrowsecurity as rls_enabled, c.oid as oid
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname in (${schemas.length === 0 ? sql`null` : join(schemas.map((name) => literal(name)))})
    and c.relkind in (${join(types.map((type) => literal(type)))})
    and not c.relispartition${search === '' ? empty : sql`\n    and c.relname ilike ${containsPattern(search)}`}
    and ${isVisibleRelation('c')}
), page as (
  select *, row_number() over (order by ${order}, schema) as position from matching order by ${order}, schema limit ${limit} offset ${page * limit}
)
select pg_catalog.jsonb_build_object(
  'entities', coalesce((
    select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('id', id, 'schema', schema, 'name', name, 'type', type, 'comment', pg_catalog.obj_description(oid, 'pg_class'), 'rls_enabled', rls_enabled) order by position)
    from page
  ), '[]'::jsonb),
  'count', (select count(*) from matching)
) as data;`)
  return { sql: text, zod: EntityTypePage }
}
