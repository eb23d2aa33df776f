import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import { AppError } from '@colonnade/core'
import { getRecordMigrationSQL } from '@colonnade/pg-meta'
import { sql } from '@colonnade/sql'
import type pg from 'pg'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import type { SessionSettings } from './session.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

interface Recorded extends SessionSettings {
  readonly migration?: { readonly name: string } | undefined
  readonly parameters?: readonly unknown[] | undefined
}

/** Keeps statements that ran as a migration; in the transaction that the connection is in, if it is in one. */
type Recording = (ctx: Context, client: pg.Client, statements: readonly string[]) => Promise<void>

/**
 * Returns how a query is recorded as a migration; null if it isn't. Refuses what can't be recorded before anything runs.
 *
 * @throws AppError `forbidden` to who may not change the database; `invalid_input` for another role or a read-only run
 */
export function prepareRecording(actor: Actor, scope: ProjectScope, { migration, role, read_only, parameters }: Recorded): Recording | null {
  if (migration === undefined) return null
  if (!isAllowed(scope.permissions, 'database:write')) {
    throw new AppError('forbidden', { permission: 'database:write', role: scope.role }, { message: messages.roleForbidsChanges(scope.roleName) })
  }
  if (role !== undefined || read_only === true) {
    const message = messages.migrationRole
    throw new AppError('invalid_input', { issues: [{ path: ['body', 'migration'], message }] }, { message })
  }
  if (parameters !== undefined) {
    const message = messages.migrationParameters
    throw new AppError('invalid_input', { issues: [{ path: ['body', 'parameters'], message }] }, { message })
  }
  return async (ctx, client, statements) => {
    if (statements.length === 0) return
    const person = await ctx.database.first<{ email: string }>(sql`select email from users where id = ${actor.userId}`)
    await client.query(getRecordMigrationSQL({ name: migration.name, statements, createdBy: person!.email }).sql)
  }
}
