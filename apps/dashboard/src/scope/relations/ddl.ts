import {
  decodeOne,
  foreignTables,
  indexes,
  materializedViews,
  tables,
  views,
  type Command,
  type EntityType,
  type Statement,
} from '@colonnade/pg-meta'
import { retrieveDefinition } from '@colonnade/pg-meta/table-definition'
import type { z } from 'zod'
import { runSql } from '../run-sql.ts'
import { fetchRows } from '../fetch-rows.ts'
import { relationText } from './messages.ts'

/**
 * Returns the statements that create a relation: tables with keys, constraints and indexes, views with their query. Leaves out owners,
 * privileges, policies and triggers.
 *
 * @throws Error if it no longer exists
 */
export async function retrieveDdl(ref: string, { id, type, name }: Pick<EntityType, 'id' | 'type' | 'name'>): Promise<string> {
  const command = await (type === 'v'
    ? viewDdl(ref, id)
    : type === 'm'
      ? materializedViewDdl(ref, id)
      : type === 'f'
        ? foreignTableDdl(ref, id)
        : tableDdl(ref, id))
  if (command === null) throw new Error(relationText.gone(name))
  return `${command.sql}\n`
}

type Ddl = Promise<Pick<Command, 'sql'> | null>

async function tableDdl(ref: string, id: number): Ddl {
  const definition = await one(ref, retrieveDefinition({ id }))
  return definition === undefined ? null : tables.create(definition)
}

async function viewDdl(ref: string, id: number): Ddl {
  const [row, details] = await Promise.all([one(ref, views.retrieve({ id })), one(ref, views.retrieveDetails({ id }))])
  if (row === undefined || details === undefined) return null
  const { definition, security_barrier: isBarrier, security_invoker: isInvoker, check_option } = details
  return views.create({
    schema: row.schema,
    name: row.name,
    comment: row.comment,
    definition,
    // options that are off are left out
    ...(isBarrier && { security_barrier: true }),
    ...(isInvoker && { security_invoker: true }),
    ...(check_option !== null && { check_option }),
  })
}

async function materializedViewDdl(ref: string, id: number): Ddl {
  const [row, details, own] = await Promise.all([
    one(ref, materializedViews.retrieve({ id })),
    one(ref, materializedViews.retrieveDetails({ id })),
    fetchRows(ref, indexes.list({ tableId: id })),
  ])
  if (row === undefined || details === undefined) return null
  const view = materializedViews.create({
    schema: row.schema,
    name: row.name,
    comment: row.comment,
    definition: details.definition,
    ...(!row.is_populated && { with_data: false }),
  })
  return { sql: [view.sql, ...own.map(({ index_definition: text }) => `${text};`)].join('\n') as Command['sql'] }
}

async function foreignTableDdl(ref: string, id: number): Ddl {
  const [row, details] = await Promise.all([one(ref, foreignTables.retrieve({ id })), one(ref, foreignTables.retrieveDetails({ id }))])
  if (row === undefined || details === undefined) return null
  const columns = details.columns.map(({ name, type, options }) => {
    const column = row.columns?.find((other) => other.name === name)
    return {
      name,
      type,
      options,
      is_nullable: column?.is_nullable ?? true,
      comment: column?.comment ?? null,
      ...(column !== undefined &&
        column.default_value !== null && { default_value: column.default_value, default_value_format: 'expression' as const }),
    }
  })
  return foreignTables.create({
    schema: row.schema,
    name: row.name,
    comment: row.comment,
    foreign_server_name: row.foreign_server_name,
    options: details.options,
    columns,
  })
}

async function one<Row extends z.ZodType>(ref: string, statement: Statement<Row>): Promise<z.output<Row>> {
  const { results } = await runSql(ref, { query: statement.sql })
  return decodeOne(statement, results)
}
