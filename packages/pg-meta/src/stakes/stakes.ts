import { ident, join, literal, sql, toText, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import { listing, type Statement } from '../statement.ts'

/** A relation as a statement names it: without a schema it is searched for, as the statement itself would. */
export interface WantedRelation {
  readonly schema: string | null
  readonly name: string
  /** The statement makes it: without a schema it is looked for only where the statement would put it. */
  readonly isMade?: boolean | undefined
}

/** What a statement on something as a whole would touch. */
export const Stake = z.object({
  /** Which of the wanted it is, from 0. */
  place: z.number().int(),
  /** Null when there is none of that name. */
  id: z.number().int().nullable(),
  /** The schema where the object would be created, if it doesn't exist. */
  schema: z.string().nullable(),
  name: z.string(),
  /** As pg_class has it: "r", "v", "m" … Null when there is none. */
  kind: z.string().nullable(),
  /** The planner's figure, partitions included; null when nothing has counted yet, and for what holds no rows. */
  rows_estimate: z.number().nullable(),
  /** With indexes and TOAST, partitions included. */
  bytes: z.number(),
  rls_enabled: z.boolean(),
  /** It is in a schema that the data API serves. */
  is_exposed: z.boolean(),
})
export type Stake = z.infer<typeof Stake>

/** Rows and size of relations by name, one row for each in their order. It takes no lock but the moment's that a size needs. */
export function describeStakes(relations: readonly WantedRelation[]): Statement<z.ZodArray<typeof Stake>> {
  return listing(
    sql`with wanted (place, written, schema, name, is_made) as (
  ${values(relations)}
), served (schema) as (
  select 'public'::text
  union
  select pg_catalog.btrim(name)
  from pg_catalog.pg_db_role_setting s
  cross join lateral pg_catalog.unnest(s.setconfig) setting
  cross join lateral pg_catalog.regexp_split_to_table(pg_catalog.substr(setting, pg_catalog.length('pgrst.db_schemas=') + 1), ',') name
  where setting like 'pgrst.db\\_schemas=%'
    and s.setdatabase in (0, (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database()))
    and s.setrole in (select 0 union all select a.oid from pg_catalog.pg_roles a where a.rolname = 'authenticator')
)
select w.place, c.oid::int8 as id, place.schema, coalesce(c.relname::text, w.name) as name, c.relkind::text as kind,
  weight.rows_estimate, coalesce(weight.bytes, 0)::int8 as bytes, coalesce(c.relrowsecurity, false) as rls_enabled,
  exists (select from served where served.schema = place.schema) as is_exposed
from wanted w
left join pg_catalog.pg_class c on c.oid = pg_catalog.to_regclass(coalesce(pg_catalog.quote_ident(case when w.is_made then pg_catalog.current_schema() end) || '.', '') || w.written)
left join pg_catalog.pg_namespace n on n.oid = c.relnamespace
cross join lateral (select coalesce(n.nspname::text, w.schema, pg_catalog.current_schema()::text) as schema) place
left join lateral (
  select case when pg_catalog.bool_or(p.reltuples >= 0) then pg_catalog.sum(greatest(p.reltuples, 0::float4))::float8 end as rows_estimate,
    pg_catalog.sum(pg_catalog.pg_total_relation_size(p.oid)) as bytes
  from (
    select c.oid as relid where c.relkind <> 'p'
    union all
    select tree.relid::oid from pg_catalog.pg_partition_tree(c.oid) tree where c.relkind = 'p'
  ) parts
  -- of which the planner expects so many that it would else read the whole catalog
  cross join lateral (select p.oid, p.reltuples from pg_catalog.pg_class p where p.oid = parts.relid and p.relkind in ('r', 'm', 'i') offset 0) p
) weight on true
order by w.place;`,
    Stake,
  )
}

/** What a schema holds, for the question whether to drop it. */
export const SchemaStake = z.object({
  place: z.number().int(),
  /** Tables, views and the like; null when there is no such schema. */
  relations: z.number().int().nullable(),
  bytes: z.number(),
})
export type SchemaStake = z.infer<typeof SchemaStake>

/** How much is in schemas, one row for each in their order. */
export function describeSchemaStakes(schemas: readonly string[]): Statement<z.ZodArray<typeof SchemaStake>> {
  const rows = schemas.map((name, place) => sql`(${literal(place)}::int4, ${literal(name)}::text)`)
  return listing(
    sql`with wanted (place, name) as (values ${join(rows)})
select w.place, case when n.oid is not null then held.relations::int4 end as relations, coalesce(held.bytes, 0)::int8 as bytes
from wanted w
left join pg_catalog.pg_namespace n on n.nspname = w.name
left join lateral (
  select pg_catalog.count(*) as relations, pg_catalog.sum(pg_catalog.pg_total_relation_size(c.oid)) filter (where c.relkind in ('r', 'm')) as bytes
  from pg_catalog.pg_class c where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v', 'm', 'f')
) held on true
order by w.place;`,
    SchemaStake,
  )
}

/** The planner's own figure of how many rows a DELETE or UPDATE finds: run it, and give the text of its plan to `plannedRows`. */
export function explainText(statement: string): string {
  return `explain (format json) ${statement}`
}

/** Rows that the topmost scan of a plan of DELETE or UPDATE expects; null when the text is no such plan. */
export function plannedRows(planJson: string): number | null {
  try {
    const [entry] = JSON.parse(planJson) as readonly { readonly Plan?: PlanNode }[]
    const rows = entry?.Plan?.Plans?.find((node) => node['Parent Relationship'] !== 'InitPlan')?.['Plan Rows'] ?? entry?.Plan?.['Plan Rows']
    return typeof rows === 'number' ? rows : null
  } catch {
    return null
  }
}

interface PlanNode {
  readonly 'Plan Rows'?: number
  readonly 'Parent Relationship'?: string
  readonly Plans?: readonly PlanNode[]
}

function values(relations: readonly WantedRelation[]): Fragment {
  if (relations.length === 0) return sql`select 0, null::text, null::text, null::text, false where false`
  const rows = relations.map(({ schema, name, isMade = false }, place) => {
    const written = toText(schema === null ? ident(name) : ident(schema, name))
    return sql`(${literal(place)}::int4, ${literal(written)}::text, ${literal(schema)}::text, ${literal(name)}::text, ${isMade && schema === null ? sql`true` : sql`false`})`
  })
  return sql`values ${join(rows)}`
}
