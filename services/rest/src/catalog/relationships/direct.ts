import type { ColumnPair, DirectRelationship } from '@colonnade/rest-query'
import { type ForeignKey, namesOf, type Showing, type Showings } from './showings.ts'

/**
 * Relationships by foreign keys, as seen from where the key is: between the tables, and wherever all columns of either side show in a view.
 */
export function forwardRelationships(keys: readonly ForeignKey[], showings: Showings): DirectRelationship[] {
  const found: DirectRelationship[] = []
  for (const key of keys) {
    const sources = showings.get(key.from)
    const targets = showings.get(key.to)
    if (sources === undefined || targets === undefined) continue
    for (const target of targets) {
      for (const toNames of namesOf(target, key.toColumns)) {
        for (const source of sources) {
          for (const names of namesOf(source, key.columns))
            found.push(
              forward(
                key,
                source,
                target,
                names.map((name, at) => [name, toNames[at]!]),
              ),
            )
        }
      }
    }
  }
  return found
}

function forward(key: ForeignKey, from: Showing, to: Showing, columns: readonly ColumnPair[]): DirectRelationship {
  return {
    kind: key.isUnique ? 'one-to-one' : 'many-to-one',
    from: from.relation,
    to: to.relation,
    isSelf: from.relation === to.relation,
    constraint: key.name,
    columns,
    isForward: true,
    touchesView: from.isView || to.isView,
  }
}

/** The same relationship from its other end. */
export function inverse(relationship: DirectRelationship): DirectRelationship {
  return {
    ...relationship,
    kind: relationship.kind === 'one-to-one' ? 'one-to-one' : 'one-to-many',
    from: relationship.to,
    to: relationship.from,
    columns: relationship.columns.map(([from, to]) => [to, from] as const),
    isForward: false,
  }
}
