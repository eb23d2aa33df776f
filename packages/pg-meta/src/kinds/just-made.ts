import { type Fragment, nameLiteral, sql, userAuthored } from '@colonnade/sql'
import { selectList } from '../catalog/select-fields.ts'
import { Constraint, constraintFields, constraintSources, isOwnConstraint } from '../constraints/constraint-row.ts'
import { Index, indexFields, indexSources } from '../indexes/index-row.ts'
import * as partitions from '../partitions/partitions.ts'
import { retrieval } from '../statement.ts'

interface OfTable {
  readonly schema?: string | undefined
  readonly table: string
}

/** Relation `c` in schema `n`. */
function isTable(schema: string, table: string): Fragment {
  return sql`n.nspname = ${nameLiteral(schema)} and c.relname = ${nameLiteral(table)}`
}

/** Postgres may choose the name: within the transaction, the newest constraint has the highest id. */
export function newestConstraint({ schema = 'public', table }: OfTable) {
  return retrieval(
    sql`select ${selectList(constraintFields)} from ${constraintSources} where ${isTable(schema, table)} and ${isOwnConstraint} order by k.oid desc limit 1;`,
    Constraint,
  )
}

/** The same for an index. */
export function newestIndex({ schema = 'public', table }: OfTable) {
  return retrieval(
    sql`select ${selectList(indexFields)} from ${indexSources} where ${isTable(schema, table)} order by i.indexrelid desc limit 1;`,
    Index,
  )
}

/** A partition by its name, out of those of its table. */
export function madePartition({ schema, name, parent }: partitions.CreatePartition) {
  const parentSchema = parent.schema ?? 'public'
  const all = partitions.list({ schema: parentSchema, name: parent.name }).sql.replace(/;$/, '')
  return retrieval(
    sql`select p.* from (${userAuthored('statement', all)}) p where p.schema = ${nameLiteral(schema ?? parentSchema)} and p.name = ${nameLiteral(name)};`,
    partitions.Partition,
  )
}
