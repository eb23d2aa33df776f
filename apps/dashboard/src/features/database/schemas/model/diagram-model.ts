import type { DiagramTable } from '@colonnade/pg-meta/diagram'
import { diagramModelText } from './messages.ts'
import { shortType } from './short-type.ts'

export interface DiagramColumn {
  readonly name: string
  /** As a short name. */
  readonly type: string
  readonly isNullable: boolean
  readonly isPrimary: boolean
  readonly isUnique: boolean
  readonly isForeign: boolean
}

/** A table of the diagram. */
export interface DiagramNode {
  /** Its oid as text; for tables in other schemas, known only by name, anything else. */
  readonly id: string
  readonly schema: string
  readonly name: string
  readonly type: DiagramTable['type'] | 'elsewhere'
  readonly comment: string | null
  readonly columns: readonly DiagramColumn[]
}

/** A foreign key between two tables of the diagram. */
export interface DiagramRelation {
  readonly id: string
  readonly name: string
  /** The referring table and the indexes of its columns: -1 for each in another schema, drawn without columns. */
  readonly from: string
  readonly fromColumns: readonly number[]
  /** The referenced table; without indexes in another schema. */
  readonly to: string
  readonly toColumns: readonly number[]
  /** Names of the columns. */
  readonly columnNames: readonly string[]
  readonly toColumnNames: readonly string[]
  /** At most one row refers to each: the columns form a key. */
  readonly isUnique: boolean
  /** A row can refer to none. */
  readonly isOptional: boolean
}

export interface DiagramModel {
  readonly schema: string
  readonly nodes: readonly DiagramNode[]
  readonly relations: readonly DiagramRelation[]
}

/** Returns the diagram of a schema's tables. Related tables in other schemas appear by name. */
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

/** Returns the cardinality of a relation: "many to one". */
export function cardinalityText({ isUnique, isOptional }: Pick<DiagramRelation, 'isUnique' | 'isOptional'>): string {
  return diagramModelText.cardinality(isUnique, isOptional)
}

/** Returns the relations of each table, in both directions. */
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

/** Describes a table and its relations for screen readers: "Table track, 3 columns. Refers to album by album_id." */
export function nodeText(node: DiagramNode, relations: readonly DiagramRelation[], nameOf: (id: string) => string): string {
  const parts = [
    node.type === 'elsewhere' ? diagramModelText.otherTable(node.name, node.schema) : diagramModelText.table(node.name, node.columns.length),
  ]
  const out = relations.filter(({ from }) => from === node.id)
  const into = relations.filter(({ from, to }) => to === node.id && from !== node.id)
  if (out.length > 0)
    parts.push(diagramModelText.refersTo(out.map(({ to, columnNames }) => diagramModelText.by(nameOf(to), columnNames.join(', '))).join('; ')))
  if (into.length > 0)
    parts.push(
      diagramModelText.referredToBy(into.map(({ from, columnNames }) => diagramModelText.by(nameOf(from), columnNames.join(', '))).join('; ')),
    )
  if (relations.length === 0) parts.push(diagramModelText.noRelations)
  return `${parts.join('. ')}.`
}
