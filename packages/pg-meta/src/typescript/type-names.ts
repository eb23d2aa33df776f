import type { TypeCatalog, TypedType } from './type-catalog.ts'

/** What values of Postgres's own types are in JSON, which is how the data API sends them. */
const builtIn: Readonly<Record<string, string>> = {
  bool: 'boolean',
  ...names('int2 int4 int8 float4 float8 numeric oid', 'number'),
  ...names('text varchar bpchar char name citext uuid bytea date time timetz timestamp timestamptz interval inet cidr macaddr vector', 'string'),
  ...names('json jsonb', 'Json'),
  void: 'undefined',
  record: 'Record<string, unknown>',
}

function names(list: string, type: string): Record<string, string> {
  return Object.fromEntries(list.split(' ').map((name) => [name, type]))
}

/** The TypeScript of each type of a catalog, by its id: 'unknown' for what has none. */
export function typeNames(catalog: TypeCatalog, schemas: readonly string[]): (id: number) => string {
  const byId = new Map(catalog.types.map((type) => [type.id, type]))
  const isThere = new Set(catalog.relations.map(({ schema, name }) => JSON.stringify([schema, name])))
  const place = (type: TypedType, section: string): string =>
    schemas.includes(type.schema) ? `Database[${JSON.stringify(type.schema)}][${JSON.stringify(section)}][${JSON.stringify(type.name)}]` : 'unknown'
  const nameOf = (id: number): string => {
    const type = byId.get(id)
    if (type === undefined) return 'unknown'
    if (type.element_id !== 0) return arrayOf(nameOf(type.element_id))
    if (type.kind === 'd') return nameOf(type.base_id)
    if (type.kind === 'e')
      return schemas.includes(type.schema) ? place(type, 'Enums') : type.labels.map((label) => JSON.stringify(label)).join(' | ') || 'never'
    if (type.relation_kind !== null) {
      const section = ['r', 'p', 'f'].includes(type.relation_kind) ? 'Tables' : 'Views'
      return isThere.has(JSON.stringify([type.schema, type.name])) ? `${place(type, section)}["Row"]` : 'Record<string, unknown>'
    }
    if (type.kind === 'c') return place(type, 'CompositeTypes')
    return builtIn[type.name] ?? 'unknown'
  }
  return nameOf
}

function arrayOf(element: string): string {
  return element.includes(' | ') ? `(${element})[]` : `${element}[]`
}
