import { type CopyableTable, copyableTablesListed } from '@colonnade/contracts/copies/table-copies'
import { systemSchemas } from '@colonnade/pg-meta'
import { sql } from '@colonnade/sql'
import { freeName } from './free-name.ts'
import type { SideClient } from './sides.ts'

/** Tables that the owner could create again: those of its own in schemas of its own, without extensions' tables. */
const isCopyable = sql`c.relkind in ('r', 'p') and c.relpersistence <> 't' and n.nspname not like 'pg\_%'
  and n.nspname <> all (${[...systemSchemas, '_colonnade', 'supabase_migrations']}::text[])
  and pg_catalog.pg_has_role(c.relowner, 'USAGE') and pg_catalog.has_schema_privilege(n.oid, 'CREATE')
  and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid and d.deptype = 'e')`

/** Estimates of a partitioned table are the sums of its partitions. */
const rowsEstimate = sql`case when c.relkind = 'p' then (
    select pg_catalog.sum(l.reltuples) filter (where l.reltuples >= 0)
    from pg_catalog.pg_partition_tree(c.oid) p join pg_catalog.pg_class l on l.oid = p.relid where p.isleaf
  ) when c.reltuples >= 0 then c.reltuples end`
const tableBytes = sql`case when c.relkind = 'p' then (
    select coalesce(pg_catalog.sum(pg_catalog.pg_table_size(p.relid)), 0) from pg_catalog.pg_partition_tree(c.oid) p where p.isleaf
  )::pg_catalog.int8 else pg_catalog.pg_table_size(c.oid) end`

export interface BranchTable extends Omit<CopyableTable, 'is_taken' | 'free_name'> {}

const branchTables = sql`
    select n.nspname::text as schema, c.relname::text as name, ${rowsEstimate} as rows_estimate, ${tableBytes} as bytes,
      c.relrowsecurity as rls_enabled, c.relkind = 'p' as is_partitioned
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where ${isCopyable}`

/** Returns one more than are listed if there are more. */
export function listBranchTables(source: SideClient): Promise<BranchTable[]> {
  return source.rows<BranchTable>(sql`${branchTables} order by n.nspname, c.relname limit ${copyableTablesListed + 1}`)
}

export function findBranchTable(source: SideClient, schema: string, name: string): Promise<BranchTable | undefined> {
  return source.first<BranchTable>(sql`${branchTables} and n.nspname = ${schema} and c.relname = ${name}`)
}

/** Returns the names that a new table can't have, by schema. Types count, because each table is also a row type. */
export async function readTakenNames(target: SideClient, schemas: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await target.rows<{ schema: string; name: string }>(sql`
    select n.nspname::text as schema, c.relname::text as name
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where n.nspname = any (${[...new Set(schemas)]}::text[])
    union
    select n.nspname::text, t.typname::text from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
    where n.nspname = any (${[...new Set(schemas)]}::text[]) and t.typelem = 0`)
  const taken = new Map<string, Set<string>>()
  for (const { schema, name } of rows) taken.set(schema, (taken.get(schema) ?? new Set<string>()).add(name))
  return taken
}

/** Returns whether the owner can create tables in a schema; false if it doesn't exist. */
export async function isWritableSchema(target: SideClient, schema: string): Promise<boolean> {
  const row = await target.first<{ may: boolean }>(sql`
    select pg_catalog.has_schema_privilege(n.oid, 'CREATE') as may from pg_catalog.pg_namespace n where n.nspname = ${schema}`)
  return row?.may === true
}

/** Says which names are taken in the target, and proposes free ones. */
export function withFreeNames(tables: readonly BranchTable[], taken: ReadonlyMap<string, ReadonlySet<string>>): CopyableTable[] {
  return tables.map((table) => {
    const names = taken.get(table.schema) ?? new Set<string>()
    return { ...table, is_taken: names.has(table.name), free_name: freeName(table.name, names) }
  })
}
