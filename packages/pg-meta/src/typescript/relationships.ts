import type { TypeCatalog, TypedRelation } from './type-catalog.ts'
import { viewOrigins } from './view-origins.ts'

/** A foreign key between two relations, which may be views of the tables that have it. */
export interface Relationship {
  readonly name: string
  readonly columns: readonly string[]
  readonly is_one_to_one: boolean
  readonly relation: string
  readonly referenced_columns: readonly string[]
}

/** A relation under which rows of a table are seen: the table itself, or a view of it. */
interface Face {
  readonly relation: TypedRelation
  /** What columns of the table are called in it. */
  readonly columns: ReadonlyMap<string, string>
}

/**
 * Finds the relationships of every relation: the foreign keys of tables, and those that views take over with all of their columns, on either
 * side, as the data API does. A view that is referred to counts within its own schema.
 */
export function findRelationships({ relations }: TypeCatalog): (relation: TypedRelation) => Relationship[] {
  const faces = facesOf(relations)
  const keyOf = (schema: string, name: string): string => JSON.stringify([schema, name])
  const found = new Map<TypedRelation, Relationship[]>()
  for (const table of relations) {
    for (const reference of table.references) {
      const named = { name: reference.name, is_one_to_one: reference.is_one_to_one }
      const target = relations.find(({ schema, name }) => keyOf(schema, name) === keyOf(reference.schema, reference.relation))
      const targets = target === undefined ? [] : (faces.get(target) ?? [])
      for (const { relation, columns } of faces.get(table) ?? []) {
        const own = allOf(reference.columns, columns)
        if (own === null) continue
        const list = found.get(relation) ?? []
        found.set(relation, list)
        list.push({ ...named, columns: own, relation: reference.relation, referenced_columns: reference.referenced_columns })
        for (const face of targets) {
          const referenced = allOf(reference.referenced_columns, face.columns)
          if (face.relation === target || face.relation.schema !== relation.schema || referenced === null) continue
          list.push({ ...named, columns: own, relation: face.relation.name, referenced_columns: referenced })
        }
      }
    }
  }
  const place = ({ name, relation }: Relationship): string => `${name}\0${relation}`
  return (relation) => (found.get(relation) ?? []).toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
}

function allOf(columns: readonly string[], names: ReadonlyMap<string, string>): string[] | null {
  const found = columns.flatMap((column) => names.get(column) ?? [])
  return found.length === columns.length ? found : null
}

function facesOf(relations: readonly TypedRelation[]): Map<TypedRelation, Face[]> {
  const byId = new Map(relations.map((relation) => [relation.id, relation]))
  const origins = new Map(relations.map(({ id, rule }) => [id, rule === null ? [] : viewOrigins(rule)]))
  const columnOf = (relation: TypedRelation, number: number): string | undefined => relation.columns.find((column) => column.number === number)?.name
  /** The table that a column of a relation comes from in the end, through views of views. */
  const follow = (relation: TypedRelation, number: number): { readonly table: TypedRelation; readonly column: string } | null => {
    if (relation.rule === null) {
      const column = columnOf(relation, number)
      return column === undefined ? null : { table: relation, column }
    }
    const origin = origins.get(relation.id)!.find(({ column }) => column === number)
    const next = origin === undefined ? undefined : byId.get(origin.relation_id)
    return next === undefined ? null : follow(next, origin!.origin)
  }
  const faces = new Map<TypedRelation, Map<TypedRelation, Map<string, string>>>()
  for (const relation of relations) {
    for (const { name, number } of relation.columns) {
      const origin = follow(relation, number)
      if (origin === null) continue
      const ofTable = faces.get(origin.table) ?? new Map<TypedRelation, Map<string, string>>()
      faces.set(origin.table, ofTable)
      const names = ofTable.get(relation) ?? new Map<string, string>()
      ofTable.set(relation, names)
      // a column that is there twice counts once
      if (!names.has(origin.column)) names.set(origin.column, name)
    }
  }
  return new Map([...faces].map(([table, ofTable]) => [table, [...ofTable].map(([relation, columns]) => ({ relation, columns }))]))
}
