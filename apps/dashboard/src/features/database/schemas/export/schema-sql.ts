import { decodeOne, tables } from '@colonnade/pg-meta'
import { create as createConstraint } from '@colonnade/pg-meta/constraints'
import { retrieveDefinition, type DefinedTable } from '@colonnade/pg-meta/table-definition'
import { ident, sql, toText } from '@colonnade/sql'
import { retrieveDdl } from '../../../../scope/relations/ddl.ts'
import { runSql } from '../../../../scope/run-sql.ts'
import type { DiagramModel } from '../model/diagram-model.ts'

/** Definitions that are asked for at a time. */
const batch = 50

/** The statements that make the tables of a schema. @throws AppError by SQLSTATE */
export async function retrieveSchemaSql(ref: string, { schema, nodes }: DiagramModel): Promise<string> {
  const ids = nodes.filter(({ type }) => type === 'r' || type === 'p').map(({ id }) => Number(id))
  const defined: DefinedTable[] = []
  for (let at = 0; at < ids.length; at += batch) {
    const statements = ids.slice(at, at + batch).map((id) => retrieveDefinition({ id }))
    const { results } = await runSql(ref, { query: statements.map((statement) => statement.sql).join('\n') })
    // beside each definition are those of what keeps the path out of it
    const found = results.filter(({ fields }) => fields.some(({ name }) => name === 'constraints'))
    defined.push(...statements.flatMap((statement, index) => decodeOne(statement, found.slice(index, index + 1)) ?? []))
  }
  const foreign: string[] = []
  for (const { id, name, type } of nodes) if (type === 'f') foreign.push(await retrieveDdl(ref, { id: Number(id), name, type }))
  return schemaSql(schema, defined, foreign)
}

/** Tables first, each after those whose columns it inherits, and then the foreign keys between them: so it runs in any order of names. */
export function schemaSql(schema: string, defined: readonly DefinedTable[], foreign: readonly string[]): string {
  const isForeign = ({ type }: DefinedTable['constraints'][number]) => type === 'foreign'
  const ordered = [...defined].sort((one, other) => Number((one.inherits ?? []).length > 0) - Number((other.inherits ?? []).length > 0))
  const parts = [
    `-- Tables of schema ${schema.replaceAll(/\p{Cc}/gu, ' ')}. Types, functions and other schemas that they name have to be there; partitions, policies, triggers\n-- and privileges are apart.`,
    toText(sql`create schema if not exists ${ident(schema)};`),
    ...ordered.map((table) => tables.create({ ...table, constraints: table.constraints.filter((constraint) => !isForeign(constraint)) }).sql),
    ...foreign.map((text) => text.trimEnd()),
    ...ordered.flatMap(({ constraints }) => constraints.filter(isForeign).map((constraint) => createConstraint(constraint).sql)),
  ]
  return `${parts.join('\n\n')}\n`
}
