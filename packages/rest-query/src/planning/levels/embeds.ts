import { type Fragment, ident, sql } from '@colonnade/sql'
import type { ColumnPair } from '../../catalog.ts'
import { conjunction } from '../names.ts'
import type { Embed, Level } from './tree.ts'

/** Source of embedded rows, and the conditions that join them to a row of their parent. */
export interface Source {
  readonly from: Fragment
  readonly conditions: readonly Fragment[]
}

export function sourceOf(parent: Level, { relationship, level, junction }: Embed): Source {
  const own = ident(level.alias)
  if (relationship.kind === 'computed') {
    return { from: sql`${ident(relationship.schema, relationship.function)}(${parent.row}) as ${own}`, conditions: [] }
  }
  const from = sql`${relationName(relationship.to)} as ${own}`
  if (relationship.kind !== 'many-to-many') return { from, conditions: pairs(relationship.columns, parent.alias, level.alias) }
  const through = sql`${relationName(relationship.junction)} as ${ident(junction)}`
  return {
    from: sql`${from} join ${through} on ${conjunction(pairs(relationship.toColumns, junction!, level.alias))}`,
    conditions: pairs(relationship.fromColumns, parent.alias, junction!),
  }
}

function pairs(columns: readonly ColumnPair[], from: string, to: string): Fragment[] {
  return columns.map(([one, other]) => sql`${ident(to)}.${ident(other)} = ${ident(from)}.${ident(one)}`)
}

export function relationName(key: string): Fragment {
  const [schema, name] = key.split('\0') as [string, string]
  return ident(schema, name)
}
