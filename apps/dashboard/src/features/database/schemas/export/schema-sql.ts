import { decodeOne, tables, types } from '@colonnade/pg-meta'
import { create as createConstraint } from '@colonnade/pg-meta/constraints'
import { retrieveDefinition, type DefinedTable } from '@colonnade/pg-meta/table-definition'
import { listTypeSummaries } from '@colonnade/pg-meta/type-summaries'
import { ident, sql, toText } from '@colonnade/sql'
import { fetchRows } from '../../../../scope/fetch-rows.ts'
import { retrieveDdl } from '../../../../scope/relations/ddl.ts'
import { runSql } from '../../../../scope/run-sql.ts'
import { definitionOf } from '../../types/type-draft.ts'
import { wholeType, type TypeDefinition } from '../../types/type-queries.ts'
import type { DiagramModel } from '../model/diagram-model.ts'
import { exportText } from './messages.ts'

/** Definitions per query. */
const batch = 50

/** Returns the statements that create a schema's types and tables. @throws AppError by SQLSTATE */
export async function retrieveSchemaSql(ref: string, { schema, nodes }: DiagramModel): Promise<string> {
  const ids = nodes.filter(({ type }) => type === 'r' || type === 'p').map(({ id }) => Number(id))
  const defined: DefinedTable[] = []
  for (let at = 0; at < ids.length; at += batch) {
    const statements = ids.slice(at, at + batch).map((id) => retrieveDefinition({ id }))
    const { results } = await runSql(ref, { query: statements.map((statement) => statement.sql).join('\n') })
    // each definition comes with statements that set the search path
    const found = results.filter(({ fields }) => fields.some(({ name }) => name === 'constraints'))
    defined.push(...statements.flatMap((statement, index) => decodeOne(statement, found.slice(index, index + 1)) ?? []))
  }
  const made = await retrieveTypes(ref, schema)
  const foreign: string[] = []
  for (const { id, name, type } of nodes) if (type === 'f') foreign.push(await retrieveDdl(ref, { id: Number(id), name, type }))
  return schemaSql(schema, made, defined, foreign)
}

/** Returns the types of a schema with their details. */
async function retrieveTypes(ref: string, schema: string): Promise<TypeDefinition[]> {
  const found = await fetchRows(ref, listTypeSummaries({ schema }))
  const made: TypeDefinition[] = []
  for (let at = 0; at < found.length; at += batch) {
    const statements = found.slice(at, at + batch).map(({ id }) => [types.retrieve({ id }), types.retrieveDetails({ id })] as const)
    const { results } = await runSql(ref, {
      query: statements
        .flat()
        .map((statement) => statement.sql)
        .join('\n'),
    })
    for (const [index, [row, details]] of statements.entries()) {
      const whole = wholeType(
        decodeOne(row, results.slice(2 * index, 2 * index + 1)),
        decodeOne(details, results.slice(2 * index + 1, 2 * index + 2)),
      )
      if (whole !== null) made.push(whole)
    }
  }
  return made
}

/** Returns types and tables after those they use, then the foreign keys between the tables. */
export function schemaSql(schema: string, made: readonly TypeDefinition[], defined: readonly DefinedTable[], foreign: readonly string[]): string {
  const isForeign = ({ type }: DefinedTable['constraints'][number]) => type === 'foreign'
  const ordered = eachAfter(defined, keyOfTable, ({ inherits }) => (inherits ?? []).map(keyOfTable))
  const parts = [
    `-- ${exportText.sqlHeader(schema.replaceAll(/\p{Cc}/gu, ' '))}\n-- ${exportText.sqlExcluded}`,
    toText(sql`create schema if not exists ${ident(schema)};`),
    ...eachAfter(made, ({ format }) => format, partsOfType).flatMap((type) => definitionOf(type) ?? []),
    ...ordered.map((table) => tables.create({ ...table, constraints: table.constraints.filter((constraint) => !isForeign(constraint)) }).sql),
    ...foreign.map((text) => text.trimEnd()),
    ...ordered.flatMap(({ constraints }) => constraints.filter(isForeign).map((constraint) => createConstraint(constraint).sql)),
  ]
  return `${parts.join('\n\n')}\n`
}

const keyOfTable = ({ schema, name }: { readonly schema?: string | null | undefined; readonly name: string }): string =>
  toText(ident(schema ?? 'public', name))

/** Returns the types a type uses, as SQL; for arrays, the element type. */
function partsOfType({ attribute_details: attributes, domain, range }: TypeDefinition): string[] {
  const parts = [
    ...(attributes ?? []).map(({ type }) => type),
    ...(domain === null ? [] : [domain.base_type]),
    ...(range === null ? [] : [range.subtype]),
  ]
  return parts.map((part) => part.replace(/(?:\[\])+$/, ''))
}

/** Sorts items after those they need. Postgres allows no cycles. */
function eachAfter<Item>(items: readonly Item[], keyOf: (item: Item) => string, needsOf: (item: Item) => readonly string[]): Item[] {
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  const placed = new Set<Item>()
  const place = (item: Item): void => {
    for (const key of placed.has(item) ? [] : needsOf(item)) {
      const needed = byKey.get(key)
      if (needed !== undefined) place(needed)
    }
    placed.add(item)
  }
  for (const item of items) place(item)
  return [...placed]
}
