import type { ColumnPair, DirectRelationship } from '@colonnade/rest-query'
import { type ForeignKey, namesOf, type Showing, type Showings } from './showings.ts'

/**
 * Relationships by foreign keys, as seen from where the key is: between the tables, and wherever all columns of either side show in a view.
 */
export function forwardRelationships(keys: readonly ForeignKey[], showings: Showings): DirectRelationship[] {
  return keys.flatMap((key) => {
    const targets = (showings.get(key.to) ?? []).map((showing) => ({ showing, names: namesOf(showing, key.toColumns) }))
    const sources = targets.length === 0 ? [] : (showings.get(key.from) ?? [])
    return sources.flatMap((source) =>
      namesOf(source, key.columns).flatMap((names) =>
        targets.flatMap((target) =>
          target.names.map((toNames) =>
            forward(
              key,
              source,
              target.showing,
              names.map((name, at) => [name, toNames[at]!] as const),
            ),
          ),
        ),
      ),
    )
  })
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
