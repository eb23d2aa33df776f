import type { RelationSummary } from '@colonnade/pg-meta/relations'

/** A table, partitioned table or view of the schema shop, ten bytes for each row. */
export const relation = (id: number, type: 'r' | 'p' | 'v', parent: number | null, rows: number | null): RelationSummary => ({
  id,
  schema: 'shop',
  name: `t${id}`,
  type,
  comment: null,
  columns: 1,
  rows_estimate: rows,
  bytes_estimate: rows === null ? null : rows * 10,
  rls_enabled: false,
  rls_forced: false,
  publications: [],
  partition_of: parent === null ? null : { id: parent, schema: 'shop', name: `t${parent}`, bound: 'DEFAULT' },
})
