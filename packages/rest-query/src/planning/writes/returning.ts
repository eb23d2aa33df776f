import { type Fragment, ident, join, sql } from '@colonnade/sql'
import { type Relation, relationKey } from '../../catalog.ts'
import { clientName } from '../names.ts'
import { relationName } from '../levels/embeds.ts'
import { type Item, type Level, rowOf } from '../levels/tree.ts'

/** The column with the whole row, for functions that take one. */
export const writtenRow = 'pgrst_written'

interface ReturningOptions {
  readonly isRepresented: boolean
  readonly isLocated: boolean
  readonly isHandled: boolean
}

/** Lists what a write returns: only what the reply needs, because a role may be allowed to read only some columns, or none. */
export function returningOf(relation: Relation, level: Level, { isRepresented, isLocated, isHandled }: ReturningOptions): Fragment {
  const names = new Set<string>(isLocated ? relation.primaryKey : [])
  let isAll = isRepresented && isHandled
  let isRow = isAll
  const add = (items: readonly Item[]): void => {
    for (const item of items) {
      if (item.kind === 'all') isAll = true
      else if (item.kind === 'column') names.add(item.path.column)
      else if (item.kind === 'embed') {
        if (item.relationship.kind === 'computed') isRow = true
        else
          for (const [from] of item.relationship.kind === 'many-to-many' ? item.relationship.fromColumns : item.relationship.columns) names.add(from)
      }
    }
  }
  if (isRepresented) {
    add(level.items)
    for (const { relation: related, path } of level.order) if (related === null) names.add(path.column)
  }
  const own = ident(level.alias)
  const columns = [...names].filter((name) => !isAll || !relation.columns.has(name)).map((name) => sql`${own}.${clientName(name)}`)
  if (isAll) columns.unshift(sql`${own}.*`)
  if (isRow) columns.push(sql`(${rowOf(level.alias)})::${relationName(relationKey(relation.schema, relation.name))} as ${ident(writtenRow)}`)
  return columns.length === 0 ? sql`1 as one` : join(columns)
}
