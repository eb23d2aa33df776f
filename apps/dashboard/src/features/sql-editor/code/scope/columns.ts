import type { CompletionReference } from '@colonnade/pg-meta/completion-details'
import type { Relation, SqlCatalog } from '../catalog/sql-catalog.ts'
import type { Block, Output, Reference } from './block.ts'

/** A column as a statement sees it: of a table, or of what a query gives. */
export interface VisibleColumn {
  readonly name: string
  /** Null when that is not known: of expressions. */
  readonly type: string | null
  readonly isNullable: boolean
  readonly default: string | null
  readonly generated: string | null
  readonly isKey: boolean
  readonly comment: string | null
  /** What it is a column of, as people would say it. */
  readonly of: string
}

/** Queries nest no deeper than people read. */
const maxDepth = 12

/** The columns of something that a statement reads, as far as they are known: null when they are not (yet). */
export function columnsOf(reference: Reference, catalog: SqlCatalog, depth = 0): readonly VisibleColumn[] | null {
  const found = ownColumns(reference, catalog, depth)
  const names = reference.columnNames
  if (names === null || found === null) return found ?? (names && names.map((name) => named(name, visibleName(reference))))
  return names.map((name, index) => ({ ...(found[index] ?? named(name, visibleName(reference))), name })).concat(found.slice(names.length))
}

function ownColumns(reference: Reference, catalog: SqlCatalog, depth: number): readonly VisibleColumn[] | null {
  if (reference.kind === 'function') return null
  if (reference.kind === 'query' || reference.kind === 'cte') {
    return reference.query === null || depth > maxDepth ? null : resultOf(reference.query, catalog, visibleName(reference), depth + 1)
  }
  const relation = catalog.relation(reference.schema, reference.name)
  const details = relation && catalog.details(relation)
  if (!details) return null
  return details.columns.map(({ is_nullable: isNullable, is_key: isKey, ...column }) => ({ ...column, isNullable, isKey, of: details.name }))
}

/** The columns that a query gives; null when a part of them can't be known. */
function resultOf(query: Block, catalog: SqlCatalog, of: string, depth: number): readonly VisibleColumn[] | null {
  const columns: VisibleColumn[] = []
  for (const output of query.outputs) {
    const found = columnsOfOutput(output, query, catalog, of, depth)
    if (found === null) return null
    columns.push(...found)
  }
  return columns
}

function columnsOfOutput(output: Output, query: Block, catalog: SqlCatalog, of: string, depth: number): readonly VisibleColumn[] | null {
  if (output.kind === 'star') {
    const read = query.references.filter((reference) => output.qualifier === null || visibleName(reference) === output.qualifier)
    const columns = read.map((reference) => columnsOf(reference, catalog, depth + 1))
    return columns.includes(null) ? null : columns.flatMap((own) => own!)
  }
  const path = output.of
  const source = path === null ? null : findColumn(query, path.at(-2) ?? null, path.at(-1)!, catalog, depth + 1)
  return [source === null ? named(output.name, of) : { ...source, name: output.name }]
}

function named(name: string, of: string): VisibleColumn {
  return { name, type: null, isNullable: true, default: null, generated: null, isKey: false, comment: null, of }
}

/** The name that its columns go under. */
export const visibleName = ({ alias, name }: Reference): string => alias ?? name

/** What a block's expressions can use: its own references, then those of the queries around it. */
export function* visibleReferences(block: Block): Generator<Reference> {
  for (let place: Block | null = block; place !== null; place = place.outer) yield* place.references
}

/** A column by its name in a block; null when there is none, or when that is not known. */
export function findColumn(block: Block, qualifier: string | null, name: string, catalog: SqlCatalog, depth = 0): VisibleColumn | null {
  if (depth > maxDepth) return null
  for (const reference of visibleReferences(block)) {
    if (qualifier !== null && visibleName(reference) !== qualifier) continue
    const found = columnsOf(reference, catalog, depth)?.find((column) => column.name === name)
    if (found !== undefined) return found
  }
  return null
}

/** The tables and views behind a block and the queries in and around it, whose columns it takes to know what is visible. */
export function relationsBehind(blocks: readonly Block[], catalog: SqlCatalog): Relation[] {
  const found = new Set<Relation>()
  for (const { references } of blocks) {
    for (const { kind, schema, name } of references) {
      const relation = kind === 'relation' ? catalog.relation(schema, name) : null
      if (relation !== null) found.add(relation)
    }
  }
  return [...found]
}

/** The foreign keys that tie two things that a statement reads: each as pairs of columns. */
export function keysBetween(left: Reference, right: Reference, catalog: SqlCatalog): (readonly [string, string])[][] {
  const relation = left.kind === 'relation' ? catalog.relation(left.schema, left.name) : null
  const other = right.kind === 'relation' ? catalog.relation(right.schema, right.name) : null
  const details = relation && catalog.details(relation)
  if (!details || other === null) return []
  const isOther = (key: CompletionReference) => key.other === other.name && key.other_schema === other.schema
  return details.references.filter(isOther).map((key) => key.columns.map((column, index) => [column, key.other_columns[index]!] as const))
}
