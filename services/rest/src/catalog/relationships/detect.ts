import { type ComputedRelationship, type Relationship, relationKey } from '@colonnade/rest-query'
import { forwardRelationships, inverse } from './direct.ts'
import { type Keyed, manyToMany } from './many-to-many.ts'
import type { ForeignKey, Showings } from './showings.ts'

/**
 * All relationships of the exposed relations, by where they begin. A computed one replaces those detected between the same relation and the one
 * that has the function's name.
 */
export function detectRelationships(
  keys: readonly ForeignKey[],
  showings: Showings,
  relations: ReadonlyMap<string, Keyed>,
  computed: readonly ComputedRelationship[],
): Map<string, Relationship[]> {
  const forward = forwardRelationships(keys, showings)
  const replaced = new Set(computed.map((each) => endsOf(each.from, relationKey(each.schema, each.function))))
  const found = new Map<string, Relationship[]>()
  const add = (relationship: Relationship): void => {
    const own = found.get(relationship.from)
    if (own === undefined) found.set(relationship.from, [relationship])
    else own.push(relationship)
  }
  for (const relationship of [...forward, ...forward.map(inverse), ...manyToMany(forward, relations)]) {
    if (!replaced.has(endsOf(relationship.from, relationship.to))) add(relationship)
  }
  computed.forEach(add)
  return found
}

/** No name contains NUL, so a key with one NUL is unambiguous. */
function endsOf(from: string, to: string): string {
  return `${from}\0${to}`
}
