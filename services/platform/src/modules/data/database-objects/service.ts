import { maxRowLimit } from '@colonnade/contracts/data/queries'
import { AppError, isAppError } from '@colonnade/core'
import {
  type ColumnGrant,
  columnPrivileges,
  type ColumnPrivileges,
  type ColumnRevocation,
  type Command,
  decodeOne,
  decodeRows,
  type Statement,
  type TableGrant,
  tablePrivileges,
  type TablePrivileges,
  type TableRevocation,
  type TextResult,
  version,
} from '@colonnade/pg-meta'
import type { ObjectKind } from '@colonnade/pg-meta/kinds'
import { generateTypescript, getTypeCatalogSql } from '@colonnade/pg-meta/typescript'
import type { z } from 'zod'
import { objectTimeoutMs } from '../../../kernel/limits.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { type Call, runQuery } from '../queries/service.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

/** A project's database for one request. */
export interface Reach {
  readonly ctx: Context
  readonly actor: Actor
  readonly scope: ProjectScope
  readonly call: Call
}

/** @throws AppError `result_too_large` if a page is needed; `invalid_input` for invalid options */
export async function listObjects(reach: Reach, kind: ObjectKind, options: unknown): Promise<unknown[]> {
  return readRows(
    reach,
    build(() => kind.list(options)),
  )
}

/** @throws AppError `object_not_found` */
export async function retrieveObject(reach: Reach, kind: ObjectKind, id: string): Promise<unknown> {
  const statement = build(() => kind.retrieve!(id))
  return decodeOne(statement, await run(reach, statement.sql)) ?? missing(kind, id)
}

/** Creates an object and returns it, both in one transaction. */
export async function createObject(reach: Reach, kind: ObjectKind, input: unknown): Promise<unknown> {
  const { command, made } = build(() => ({ command: kind.create!.command(input), made: kind.create!.made(input) }))
  return decodeOne(made, await runThenRead(reach, command, made)) ?? missing(kind, messages.created)
}

/** @throws AppError `object_not_found` */
export async function updateObject(reach: Reach, kind: ObjectKind, id: string, change: unknown): Promise<unknown> {
  const row = await retrieveObject(reach, kind, id)
  const { command, changed } = build(() => ({ command: kind.update!.command(row, change), changed: kind.update!.changed(row, change) }))
  return decodeOne(changed, await runThenRead(reach, command, changed)) ?? missing(kind, id)
}

/** @throws AppError `object_not_found` */
export async function removeObject(reach: Reach, kind: ObjectKind, id: string, options: unknown): Promise<unknown> {
  const row = await retrieveObject(reach, kind, id)
  await run(reach, build(() => kind.remove!.command(row, options)).sql)
  return row
}

/** Grants and revokes privileges, and returns the resulting privileges of the relations. */
export async function grantTable(reach: Reach, grants: readonly TableGrant[]): Promise<TablePrivileges[]> {
  await run(reach, build(() => tablePrivileges.grant(grants)).sql)
  return readTablePrivileges(reach, grants)
}

export async function revokeTable(reach: Reach, revocations: readonly TableRevocation[]): Promise<TablePrivileges[]> {
  await run(reach, build(() => tablePrivileges.revoke(revocations)).sql)
  return readTablePrivileges(reach, revocations)
}

async function readTablePrivileges(reach: Reach, changes: readonly { readonly relationId: number }[]): Promise<TablePrivileges[]> {
  const rows: TablePrivileges[] = []
  for (const id of new Set(changes.map(({ relationId }) => relationId))) {
    const statement = tablePrivileges.retrieve({ id })
    const row = decodeOne(statement, await run(reach, statement.sql))
    if (row !== undefined) rows.push(row)
  }
  return rows
}

/** Does the same for columns. */
export async function grantColumn(reach: Reach, grants: readonly ColumnGrant[]): Promise<ColumnPrivileges[]> {
  return changeColumns(
    reach,
    grants,
    build(() => columnPrivileges.grant(grants)),
  )
}

export async function revokeColumn(reach: Reach, revocations: readonly ColumnRevocation[]): Promise<ColumnPrivileges[]> {
  return changeColumns(
    reach,
    revocations,
    build(() => columnPrivileges.revoke(revocations)),
  )
}

async function changeColumns(reach: Reach, changes: readonly { readonly columnId: string }[], command: Command): Promise<ColumnPrivileges[]> {
  const after = columnPrivileges.list({ columnIds: [...new Set(changes.map(({ columnId }) => columnId))] })
  return decodeRows(after, await runThenRead(reach, command, after))
}

export async function retrieveVersion(reach: Reach) {
  const statement = version.retrieve()
  return decodeOne(statement, await run(reach, statement.sql))!
}

/** Returns TypeScript types of the named schemas. */
export async function generateTypes(reach: Reach, schemas: readonly string[]): Promise<{ types: string }> {
  const [row] = await readRows(
    reach,
    build(() => getTypeCatalogSql({ schemas })),
  )
  return { types: generateTypescript(row!.catalog, { schemas }) }
}

/** pg-meta rejects input that can't become SQL before any is written. */
function build<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (isAppError(error) || !(error instanceof Error)) throw error
    throw new AppError('invalid_input', {}, { message: error.message, cause: error })
  }
}

async function readRows<Row extends z.ZodType>(reach: Reach, statement: Statement<Row>): Promise<z.output<Row>> {
  return decodeRows(statement, await run(reach, statement.sql))
}

/** Runs both in one query where possible, so that no other change comes in between. */
async function runThenRead(reach: Reach, command: Command, read: Statement): Promise<TextResult[]> {
  if (!command.isOutsideTransaction) return run(reach, `${command.sql}\n${read.sql}`)
  await run(reach, command.sql)
  return run(reach, read.sql)
}

async function run({ ctx, actor, scope, call }: Reach, query: string): Promise<TextResult[]> {
  const { results } = await runQuery(ctx, actor, scope, { query, timeout_ms: objectTimeoutMs, row_limit: maxRowLimit }, call, { isOwnText: true })
  if (results.some(({ truncated }) => truncated)) throw new AppError('result_too_large')
  return results
}

function missing({ noun }: ObjectKind, id: string): never {
  throw new AppError('object_not_found', { id }, { message: messages.notFound(noun.replace(/^an? /, ''), id) })
}
