import type { DiagramTable } from '@colonnade/pg-meta/diagram'
import { shortType } from './short-type.ts'

export interface DiagramColumn {
  readonly name: string
  /** In its short name. */
  readonly type: string
  readonly isNullable: boolean
  readonly isPrimary: boolean
  readonly isUnique: boolean
  readonly isForeign: boolean
}

/** A table as it is drawn. */
export interface DiagramNode {
  /** Its oid as text; for tables of other schemas, of which only the name is known, something that no oid is. */
  readonly id: string
  readonly schema: string
  readonly name: string
  readonly type: DiagramTable['type'] | 'elsewhere'
  readonly comment: string | null
  readonly columns: readonly DiagramColumn[]
}

/** A foreign key between two tables that are drawn. */
export interface DiagramRelation {
  readonly id: string
  readonly name: string
  /** The table that refers, and the places of its columns: -1 for each of one elsewhere, whose columns are not drawn. */
  readonly from: string
  readonly fromColumns: readonly number[]
  /** The table that is referred to; of one elsewhere no places are known. */
  readonly to: string
  readonly toColumns: readonly number[]
  /** Names, as they are said. */
  readonly columnNames: readonly string[]
  readonly toColumnNames: readonly string[]
  /** At most one row refers to each: the columns are a key of their own. */
  readonly isUnique: boolean
  /** A row need not refer to any. */
  readonly isOptional: boolean
}

export interface DiagramModel {
  readonly schema: string
  readonly nodes: readonly DiagramNode[]
  readonly relations: readonly DiagramRelation[]
}

/** What is drawn of the tables of a schema. Tables of other schemas that they refer to, and that refer to them, stand beside them by name. */
export function diagramModel(schema: string, tables: readonly DiagramTable[]): DiagramModel {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const elsewhere = new Map<string, DiagramNode>()
  const relations: DiagramRelation[] = []
  for (const table of tables) {
    for (const reference of table.references) {
      const target = reference.to_schema === schema ? byName.get(reference.to_table) : undefined
      const toId = target === undefined ? nodeElsewhere(elsewhere, reference.to_schema, reference.to_table).id : String(target.id)
      const columns = reference.columns.map((name) => table.columns.findIndex((column) => column.name === name))
      relations.push({
        id: `${table.id} ${relations.length}`,
        name: reference.name,
        from: String(table.id),
        fromColumns: columns,
        to: toId,
        toColumns: target === undefined ? [] : reference.to_columns.map((name) => target.columns.findIndex((column) => column.name === name)),
        columnNames: reference.columns,
        toColumnNames: reference.to_columns,
        isUnique: table.keys.some((key) => key.columns.every((name) => reference.columns.includes(name))),
        isOptional: columns.some((at) => table.columns[at]?.is_nullable === true),
      })
    }
  }
  for (const table of tables) {
    for (const {
      name,
      schema: from,
      table: fromTable,
      columns,
      to_columns: toColumns,
      is_unique: isUnique,
      is_optional: isOptional,
    } of table.referrers) {
      relations.push({
        id: `${table.id} ${relations.length}`,
        name,
        from: nodeElsewhere(elsewhere, from, fromTable).id,
        fromColumns: columns.map(() => -1),
        to: String(table.id),
        toColumns: toColumns.map((to) => table.columns.findIndex((column) => column.name === to)),
        columnNames: columns,
        toColumnNames: toColumns,
        isUnique,
        isOptional,
      })
    }
  }
  return { schema, nodes: [...tables.map((table) => nodeOf(schema, table)), ...elsewhere.values()], relations }
}

function nodeOf(schema: string, { id, name, type, comment, columns, keys, references }: DiagramTable): DiagramNode {
  const primary = new Set(keys.find((key) => key.is_primary)?.columns)
  const unique = new Set(keys.flatMap((key) => (!key.is_primary && key.columns.length === 1 ? key.columns : [])))
  const foreign = new Set(references.flatMap((reference) => reference.columns))
  return {
    id: String(id),
    schema,
    name,
    type,
    comment,
    columns: columns.map((column) => ({
      name: column.name,
      type: shortType(column.type),
      isNullable: column.is_nullable,
      isPrimary: primary.has(column.name),
      isUnique: unique.has(column.name),
      isForeign: foreign.has(column.name),
    })),
  }
}

function nodeElsewhere(found: Map<string, DiagramNode>, schema: string, name: string): DiagramNode {
  const key = JSON.stringify([schema, name])
  const node = found.get(key) ?? { id: `elsewhere ${found.size}`, schema, name, type: 'elsewhere', comment: null, columns: [] }
  found.set(key, node)
  return node
}

/** "many to one": how many rows of the one table go with how many of the other. */
export function cardinalityText({ isUnique, isOptional }: Pick<DiagramRelation, 'isUnique' | 'isOptional'>): string {
  return `${isUnique ? 'one' : 'many'} to ${isOptional ? 'one or none' : 'one'}`
}

/** The relations of each table, from either side. */
export function relationsByNode({ relations }: Pick<DiagramModel, 'relations'>): ReadonlyMap<string, readonly DiagramRelation[]> {
  const found = new Map<string, DiagramRelation[]>()
  for (const relation of relations) {
    for (const id of new Set([relation.from, relation.to])) {
      const list = found.get(id)
      if (list === undefined) found.set(id, [relation])
      else list.push(relation)
    }
  }
  return found
}

/** What a table is and what it has to do with others, for those who hear it: "Table track, 3 columns. Refers to album by album_id." */
export function nodeText(node: DiagramNode, relations: readonly DiagramRelation[], nameOf: (id: string) => string): string {
  const parts = [
    node.type === 'elsewhere'
      ? `Table ${node.name} of schema ${node.schema}`
      : `Table ${node.name}, ${node.columns.length} ${node.columns.length === 1 ? 'column' : 'columns'}`,
  ]
  const out = relations.filter(({ from }) => from === node.id)
  const into = relations.filter(({ from, to }) => to === node.id && from !== node.id)
  if (out.length > 0) parts.push(`Refers to ${out.map(({ to, columnNames }) => `${nameOf(to)} by ${columnNames.join(', ')}`).join('; ')}`)
  if (into.length > 0) parts.push(`Referred to by ${into.map(({ from, columnNames }) => `${nameOf(from)} by ${columnNames.join(', ')}`).join('; ')}`)
  if (relations.length === 0) parts.push('No relations')
  return `${parts.join('. ')}.`
}
