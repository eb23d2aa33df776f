import { isAllowed, type QueryNotice, type QueryReply } from '@colonnade/contracts'
import { AppError } from '@colonnade/core'
import { databaseError, execute, type ExecutedResult, withClient } from '@colonnade/pg'
import { ident, sql, toText } from '@colonnade/sql'
import type pg from 'pg'
import type { PlatformContext } from '../../context.ts'
import { noticesMax, resultBytesMax } from '../../limits.ts'
import type { ProjectScope } from '../../serve.ts'
import type { Lease, Login } from './connections.ts'
import { typeNames } from './type-names.ts'

export interface QueryInput {
  readonly query: string
  readonly key?: string | undefined
  readonly role?: string | undefined
  readonly timeout_ms: number
  readonly row_limit: number
}

/**
 * Runs SQL in a project. A member without `database:write` reads through a role that can do nothing else. When the caller hangs up,
 * the query is cancelled.
 *
 * @throws AppError by SQLSTATE, with position, hint and detail; `query_cancelled`, `statement_timeout`, `connection_lost`
 */
export async function runQuery(ctx: PlatformContext, scope: ProjectScope, input: QueryInput, signal: AbortSignal): Promise<QueryReply> {
  const login = loginOf(scope, input)
  const release = ctx.connections.running.reserve(scope.ref, input.key)
  try {
    const lease = await ctx.connections.lease(scope.ref, login)
    return await runLeased(ctx, scope, input, { lease, login, signal })
  } finally {
    release()
  }
}

/** @throws AppError `query_not_found` */
export async function cancelQuery(ctx: PlatformContext, { ref }: ProjectScope, key: string): Promise<{ cancelled: boolean }> {
  const cancel = ctx.connections.running.find(ref, key)
  if (!cancel) throw new AppError('query_not_found', { key })
  return { cancelled: await cancel() }
}

interface Run {
  readonly lease: Lease
  readonly login: Login
  readonly signal: AbortSignal
}

async function runLeased(ctx: PlatformContext, scope: ProjectScope, input: QueryInput, { lease, login, signal }: Run): Promise<QueryReply> {
  const { client } = lease
  const notices: QueryNotice[] = []
  const onNotice = (notice: NoticeMessage): void => {
    if (notices.length < noticesMax) notices.push(noticeOf(notice))
  }
  client.on('notice', onNotice)
  let isCancelled = false
  let isClean = false
  const cancel = async (): Promise<boolean> => {
    isCancelled = true
    return cancelBackend(ctx, scope.ref, lease.processId)
  }
  const onHangUp = (): void => void cancel().catch(() => {})
  const unregister = ctx.connections.running.register(scope.ref, input.key, cancel)
  signal.addEventListener('abort', onHangUp, { once: true })
  const startedAt = performance.now()
  try {
    if (signal.aborted) throw new AppError('query_cancelled')
    await client.query(toText(settings(input, login)))
    const results = await execute(client, input.query, { rowLimit: input.row_limit, byteLimit: resultBytesMax })
    const duration = performance.now() - startedAt
    if (client.getTransactionStatus() !== 'I') notices.push(openTransactionNotice)
    else isClean = true
    const reply = await replyOf(client, results, notices, duration, isClean)
    isClean = true
    return reply
  } catch (thrown) {
    const error = databaseError(thrown)
    isClean = error.code !== 'connection_lost' && error.code !== 'internal'
    const isTimeout = input.timeout_ms > 0 && performance.now() - startedAt >= input.timeout_ms
    throw error.code === 'query_cancelled' && !isCancelled && isTimeout
      ? new AppError('statement_timeout', { ...error.details, timeout_ms: input.timeout_ms }, { message: error.message, cause: thrown })
      : error
  } finally {
    unregister()
    signal.removeEventListener('abort', onHangUp)
    client.off('notice', onNotice)
    // a cancellation that came too late must not hit whoever uses the connection next
    lease.giveBack(isClean && !isCancelled)
  }
}

async function replyOf(
  client: pg.Client,
  results: readonly ExecutedResult[],
  notices: QueryNotice[],
  durationMs: number,
  canAsk: boolean,
): Promise<QueryReply> {
  const nameOf = await typeNames(canAsk ? client : await afterRollback(client), results)
  return {
    results: results.map(({ fields, rows, command, rowCount, isTruncated }) => ({
      fields: fields.map((field) => ({
        name: field.name,
        type: nameOf(field),
        type_oid: field.typeOid,
        table_oid: field.tableOid,
        column_number: field.columnNumber,
      })),
      rows: rows as (string | null)[][],
      command,
      row_count: rowCount,
      truncated: isTruncated,
    })),
    notices,
    duration_ms: Math.round(durationMs * 1000) / 1000,
  }
}

async function afterRollback(client: pg.Client): Promise<pg.Client> {
  await client.query('rollback')
  return client
}

function settings({ timeout_ms, role }: QueryInput, login: Login) {
  const timeout = sql`set statement_timeout = ${timeout_ms}`
  return role === undefined || role === login ? timeout : sql`${timeout}; set role ${ident(role)}`
}

/** @throws AppError `forbidden` when a reader asks for another role */
function loginOf(scope: ProjectScope, { role }: QueryInput): Login {
  if (isAllowed(scope.role, 'database:write')) return 'postgres'
  if (role === undefined) return 'platform_reader'
  throw new AppError(
    'forbidden',
    { permission: 'database:write', role: scope.role },
    { message: `Your role, ${scope.role}, can not run queries as another database role` },
  )
}

async function cancelBackend(ctx: PlatformContext, ref: string, processId: number): Promise<boolean> {
  const endpoint = await ctx.clusters.endpoint(ref)
  const row = await withClient({ ...endpoint, user: 'platform_admin', database: 'postgres' }, (client) =>
    client.first<{ cancelled: boolean }>(sql`select pg_cancel_backend(${processId}) as cancelled`),
  )
  return row?.cancelled ?? false
}

type NoticeMessage = Parameters<Parameters<pg.Client['on']>[1]>[0] & {
  readonly severity?: string | undefined
  readonly code?: string | undefined
  readonly message?: string | undefined
  readonly detail?: string | undefined
  readonly hint?: string | undefined
}

function noticeOf(notice: NoticeMessage): QueryNotice {
  return {
    severity: notice.severity ?? 'NOTICE',
    sqlstate: notice.code ?? '00000',
    message: notice.message ?? '',
    detail: notice.detail ?? null,
    hint: notice.hint ?? null,
  }
}

const openTransactionNotice: QueryNotice = {
  severity: 'WARNING',
  sqlstate: '25P01',
  message: 'The text left a transaction open; it has been rolled back',
  detail: null,
  hint: 'End it with COMMIT in the same run.',
}
