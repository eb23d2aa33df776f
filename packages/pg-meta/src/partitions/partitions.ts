import { empty, type Fragment, ident, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { type ById, type BySchemaAndName, identifierCondition } from '../catalog/identifiers.ts'
import { mustProvide } from '../catalog/messages.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { isGiven } from '../columns/column-definition.ts'
import { QualifiedName } from '../columns/type-name.ts'
import { type Command, command, listing, outsideTransaction, type Statement } from '../statement.ts'
import { PartitionBound, partitionBound, PartitionKey, partitionKey } from './partition-bounds.ts'

export { PartitionBound, PartitionKey } from './partition-bounds.ts'

/** A partition as lists give it. */
export const Partition = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  parent_id: z.number().int(),
  parent_schema: z.string(),
  parent_name: z.string(),
  /** As Postgres prints it: "FOR VALUES IN (1)", "DEFAULT" */
  bound: z.string(),
  is_default: z.boolean(),
  /** Of one that is partitioned itself: "RANGE (made_at)" */
  partition_key: z.string().nullable(),
  /** Whether a detachment without locks was started and not ended. */
  is_detach_pending: z.boolean(),
  /** How many partitions lie between: 1 for those of the table itself. */
  level: z.number().int(),
  comment: z.string().nullable(),
})
export type Partition = z.infer<typeof Partition>

export const CreatePartition = z.object({
  /** That of the partitioned table when left out. */
  schema: z.string().optional(),
  name: z.string(),
  parent: QualifiedName,
  bound: PartitionBound,
  /** To partition it itself. */
  partition_by: PartitionKey.nullish(),
  comment: z.string().nullish(),
})
export type CreatePartition = z.infer<typeof CreatePartition>

export const AttachPartition = z.object({ schema: z.string().optional(), name: z.string(), parent: QualifiedName, bound: PartitionBound })
export type AttachPartition = z.infer<typeof AttachPartition>

export const DetachPartition = z.object({
  schema: z.string().optional(),
  name: z.string(),
  parent: QualifiedName,
  /** Without keeping others out: outside of transactions, and not while there is a default partition. */
  is_concurrent: z.boolean().optional(),
  /** Ends a concurrent detachment that was broken off. */
  finalize: z.boolean().optional(),
})
export type DetachPartition = z.infer<typeof DetachPartition>

/** The partitions of a partitioned table, and theirs. @throws Error 'Must provide either id or name and schema' */
export function list(parent: ById | BySchemaAndName): Statement<z.ZodArray<typeof Partition>> {
  const columns = { id: sql`root.oid`, name: sql`root.relname`, schema: sql`rootn.nspname` }
  const text = sql`select c.oid::int8 as id, n.nspname::text as schema, c.relname::text as name,
  p.oid::int8 as parent_id, pn.nspname::text as parent_schema, p.relname::text as parent_name,
  pg_catalog.pg_get_expr(c.relpartbound, c.oid) as bound,
  pg_catalog.pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT' as is_default,
  case c.relkind when 'p' then pg_catalog.pg_get_partkeydef(c.oid) end as partition_key,
  i.inhdetachpending as is_detach_pending,
  tree.level, pg_catalog.obj_description(c.oid, 'pg_class') as comment
from pg_catalog.pg_class root
join pg_catalog.pg_namespace rootn on rootn.oid = root.relnamespace
cross join pg_catalog.pg_partition_tree(root.oid) tree
join pg_catalog.pg_class c on c.oid = tree.relid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_inherits i on i.inhrelid = c.oid
join pg_catalog.pg_class p on p.oid = i.inhparent
join pg_catalog.pg_namespace pn on pn.oid = p.relnamespace
where tree.level > 0
  and ${isVisibleRelation('c')}
  and ${identifierCondition(parent, columns, mustProvide.idOrNameAndSchema)}
order by tree.level, c.oid;`
  return listing(text, Partition)
}

/** Makes a table as a partition: columns, constraints and indexes come from the partitioned table. */
export function create({ schema, name, parent, bound, partition_by, comment }: CreatePartition): Command {
  const partition = partitionName(schema, name, parent)
  return command(
    sql`create table ${partition} partition of ${parentName(parent)} ${partitionBound(bound)}${isGiven(partition_by) ? sql` partition by ${partitionKey(partition_by)}` : empty};`,
    ...(isGiven(comment) ? [sql`comment on table ${partition} is ${literal(comment)};`] : []),
  )
}

/** Makes a table that is there a partition: its rows are looked at, unless a check constraint says what the bound says. */
export function attach({ schema, name, parent, bound }: AttachPartition): Command {
  return command(sql`alter table ${parentName(parent)} attach partition ${partitionName(schema, name, parent)} ${partitionBound(bound)};`)
}

/** Makes a partition a table of its own, with its rows. */
export function detach({ schema, name, parent, is_concurrent = false, finalize = false }: DetachPartition): Command {
  const detachment = sql`alter table ${parentName(parent)} detach partition ${partitionName(schema, name, parent)}`
  if (is_concurrent && finalize) throw new Error('A partition is either detached concurrently or finalized')
  if (is_concurrent) return outsideTransaction(sql`${detachment} concurrently;`)
  return command(sql`${detachment}${finalize ? sql` finalize` : empty};`)
}

function parentName({ schema, name }: QualifiedName): Fragment {
  return ident(schema ?? 'public', name)
}

function partitionName(schema: string | undefined, name: string, parent: QualifiedName): Fragment {
  return parentName({ schema: schema ?? parent.schema, name })
}
