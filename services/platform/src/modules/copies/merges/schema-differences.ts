import type { SchemaDifference } from '@colonnade/contracts/copies/merges'
import type { SchemaObject } from './schema-objects.ts'

/** As many are told, and each with so much of its definitions. */
export const differencesMost = 500
const definitionLength = 20_000

/** What has to be done to the objects of one database to have those of another, in the order of kinds and names. */
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

/** Of two versions of Postgres, each brings its own of an extension: nobody has to do anything about that. */
function isPackagedAlike(old: SchemaObject | undefined, { packaged = null }: SchemaObject): boolean {
  return packaged !== null && old?.packaged === packaged
}

function cut(definition: string): string {
  return definition.length <= definitionLength ? definition : `${definition.slice(0, definitionLength)}…`
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
