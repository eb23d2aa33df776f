import type { ColumnPair, DirectRelationship, ManyToMany } from '@colonnade/rest-query'

/** Facts about a relation that relationships depend on. */
export interface Keyed {
  readonly isView: boolean
  readonly primaryKey: readonly string[]
}

/**
 * Relationships through junctions: relations with two foreign keys whose columns are part of the junction's primary key. Both directions are
 * found, because each of the two keys comes first once.
 */
export function manyToMany(forward: readonly DirectRelationship[], relations: ReadonlyMap<string, Keyed>): ManyToMany[] {
  return [...candidates(forward, relations)].flatMap(([junction, sides]) =>
    sides.flatMap((near) => sides.filter((far) => far.constraint !== near.constraint).map((far) => through(junction, near, far, relations))),
  )
}

/** By junction, the foreign keys that are inside of its primary key. */
function candidates(forward: readonly DirectRelationship[], relations: ReadonlyMap<string, Keyed>): Map<string, DirectRelationship[]> {
  const found = new Map<string, DirectRelationship[]>()
  for (const relationship of forward) {
    if (relationship.kind !== 'many-to-one') continue
    const primaryKey = relations.get(relationship.from)!.primaryKey
    if (!relationship.columns.every(([name]) => primaryKey.includes(name))) continue
    const sides = found.get(relationship.from)
    if (sides === undefined) found.set(relationship.from, [relationship])
    else sides.push(relationship)
  }
  return found
}

function through(junction: string, near: DirectRelationship, far: DirectRelationship, relations: ReadonlyMap<string, Keyed>): ManyToMany {
  return {
    kind: 'many-to-many',
    from: near.to,
    to: far.to,
    isSelf: near.to === far.to,
    junction,
    constraints: [near.constraint, far.constraint],
    fromColumns: near.columns.map(([ofJunction, name]): ColumnPair => [name, ofJunction]),
    toColumns: far.columns,
    touchesView: relations.get(near.to)!.isView || relations.get(far.to)!.isView,
  }
}
