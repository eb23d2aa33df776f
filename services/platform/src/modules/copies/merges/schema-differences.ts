import type { SchemaDifference } from '@colonnade/contracts/copies/merges'
import type { SchemaObject } from './schema-objects.ts'

/** Most differences in the report, and most characters of each definition. */
export const differencesMost = 500
const definitionLength = 20_000

/** Returns the differences between the objects of two databases, ordered by kind and name. */
export function compareSchemas(before: readonly SchemaObject[], after: readonly SchemaObject[]): SchemaDifference[] {
  const keyOf = ({ kind, name }: SchemaObject): string => `${kind} ${name}`
  const known = new Map(before.map((object) => [keyOf(object), object]))
  const differences: SchemaDifference[] = []
  for (const object of after) {
    const { kind, name, definition } = object
    const old = known.get(keyOf(object))
    known.delete(keyOf(object))
    if (old?.definition !== definition && !isPackagedAlike(old, object))
      differences.push({ kind, name, before: old === undefined ? null : cut(old.definition), after: cut(definition) })
  }
  for (const { kind, name, definition } of known.values()) differences.push({ kind, name, before: cut(definition), after: null })
  return differences.toSorted((one, other) => compare(one.kind, other.kind) || compare(one.name, other.name)).slice(0, differencesMost)
}

/** Ignores versions of extensions that come with different Postgres versions: nobody needs to act on them. */
function isPackagedAlike(old: SchemaObject | undefined, { packaged = null }: SchemaObject): boolean {
  return packaged !== null && old?.packaged === packaged
}

function cut(definition: string): string {
  return definition.length <= definitionLength ? definition : `${definition.slice(0, definitionLength)}…`
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
