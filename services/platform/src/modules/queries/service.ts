import { isAllowed, type QueryNotice, type QueryReply } from '@colonnade/contracts'
import { type Login, logins } from '@colonnade/clusters'
import { AppError, type ErrorCode } from '@colonnade/core'
import { databaseError, execute, type ExecutedResult, withClient } from '@colonnade/pg'
import { ident, sql, toText } from '@colonnade/sql'
import type pg from 'pg'
import type { PlatformContext } from '../../context.ts'
import { noticesMax, noticeTextMax, resultBytesMax, resultsMax } from '../../limits.ts'
import type { Actor, ProjectScope } from '../../serve.ts'
import type { Lease } from './connections.ts'
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
export async function runQuery(ctx: PlatformContext, actor: Actor, scope: ProjectScope, input: QueryInput, signal: AbortSignal): Promise<QueryReply> {
  const login = loginOf(scope, input)
  const owner = ownerOf(scope, actor)
  const release = ctx.connections.running.reserve(owner, input.key)
  try {
    const lease = await ctx.connections.lease(scope.ref, login)
    return await runLeased(ctx, scope, input, { lease, login, owner, signal })
  } finally {
    release()
  }
}

/** @throws AppError `query_not_found` */
export async function cancelQuery(ctx: PlatformContext, actor: Actor, scope: ProjectScope, key: string): Promise<{ cancelled: boolean }> {
  const cancel = ctx.connections.running.find(ownerOf(scope, actor), key)
  if (!cancel) throw new AppError('query_not_found', { key })
  return { cancelled: await cancel() }
}

/** Errors after which a connection is of no use. */
const brokenBy: ReadonlySet<ErrorCode> = new Set(['connection_lost', 'payload_too_large', 'internal'])

interface Run {
  readonly lease: Lease
  readonly login: Login
  /** In whose name the key is taken. */
  readonly owner: string
  readonly signal: AbortSignal
}

async function runLeased(ctx: PlatformContext, scope: ProjectScope, input: QueryInput, { lease, login, owner, signal }: Run): Promise<QueryReply> {
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
  const unregister = ctx.connections.running.register(owner, input.key, cancel)
  signal.addEventListener('abort', onHangUp, { once: true })
  const startedAt = performance.now()
  try {
    if (signal.aborted) throw new AppError('query_cancelled')
    await client.query(toText(settings(input, login)))
    const results = await execute(client, input.query, { rowLimit: input.row_limit, byteLimit: resultBytesMax, resultLimit: resultsMax })
    const duration = performance.now() - startedAt
    if (results.length === resultsMax) {
      notices.push(ourNotice('01000', `Only the first ${resultsMax} results are kept`, 'Run the rest in another text.'))
    }
    if (results.some(({ command, fields, rowCount }) => command === 'COPY' && fields.length === 0 && rowCount !== null)) {
      notices.push(ourNotice('01000', 'What COPY TO STDOUT sends is not shown', 'Use SELECT here, or COPY from a client such as psql.'))
    }
    isClean = client.getTransactionStatus() === 'I'
    if (!isClean) {
      notices.push(ourNotice('25P01', 'The text left a transaction open; it has been rolled back', 'End it with COMMIT in the same run.'))
    }
    const reply = await replyOf(client, results, notices, duration, isClean)
    isClean = true
    return reply
  } catch (thrown) {
    const error = databaseError(thrown)
    isClean = !brokenBy.has(error.code)
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
  return role === undefined || role === logins[login].user ? timeout : sql`${timeout}; set role ${ident(role)}`
}

/** Keys are a person's own: nobody else can cancel, or guess at, what runs under them. */
function ownerOf({ ref }: ProjectScope, { userId }: Actor): string {
  return `${ref} ${userId}`
}

/** @throws AppError `forbidden` when a reader asks for another role */
function loginOf(scope: ProjectScope, { role }: QueryInput): Login {
  if (isAllowed(scope.role, 'database:write')) return 'owner'
  if (role === undefined) return 'reader'
  throw new AppError(
    'forbidden',
    { permission: 'database:write', role: scope.role },
    { message: `Your role, ${scope.role}, can not run queries as another database role` },
  )
}

async function cancelBackend(ctx: PlatformContext, ref: string, processId: number): Promise<boolean> {
  const endpoint = await ctx.clusters.endpoint(ref)
  const row = await withClient({ ...endpoint, ...logins.administrator }, (client) =>
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
    message: cut(notice.message ?? ''),
    detail: notice.detail === undefined ? null : cut(notice.detail),
    hint: notice.hint === undefined ? null : cut(notice.hint),
  }
}

/** A long text is copied when it is cut: a slice would keep all of it in memory. */
function cut(text: string): string {
  return text.length <= noticeTextMax ? text : `${Buffer.from(text.slice(0, noticeTextMax)).toString()}…`
}

/** What the platform has to say about a run, in the form of Postgres's own warnings. */
function ourNotice(sqlstate: string, message: string, hint: string): QueryNotice {
  return { severity: 'WARNING', sqlstate, message, detail: null, hint }
}
