import type { QueryNotice } from '@colonnade/contracts/data/queries'
import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import { type Login, logins } from '@colonnade/clusters'
import { AppError, type ErrorCode } from '@colonnade/core'
import { beginReadOnly, databaseError, type NoticeMessage } from '@colonnade/pg'
import { type Fragment, ident, literal, sql, toText } from '@colonnade/sql'
import type pg from 'pg'
import { noticesMax, noticeTextMax } from '../../../kernel/limits.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { cancelBackend, Cancellation, type Lease, type LeaseKind } from '@colonnade/project-pool'
import { locked } from './lock.ts'
import { rightLost, watchRight } from './rights.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

/** As whom something runs, and how it is stopped. */
export interface SessionSettings {
  /** Under this, and in the actor's name, it can be cancelled. */
  readonly key?: string | undefined
  /** Database role; that of the login when left out. */
  readonly role?: string | undefined
  /** Claims that a request of the data API would bring with that role. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  /** Refuses every change. */
  readonly read_only?: boolean | undefined
  /** The production lock is on, and a person's text runs without the project's name. */
  readonly isLocked?: boolean | undefined
  /** Of each statement; 0 is none. */
  readonly timeout_ms: number
}

export interface SessionInput extends SessionSettings {
  /** The cluster to query: the project's own, or that of a replica, as `chooseDatabase` returns it. */
  readonly clusterRef: string
}

/** A connection of the project while its lease lasts. */
export interface Session {
  readonly client: pg.Client
  /** Nothing may be changed: a read-only transaction is open, and texts are to run as `isReadOnly`. */
  readonly isReadOnly: boolean
  /** Of the backend, as pg_stat_activity shows it. */
  readonly processId: number
  /** What the server remarks, up to a number and each up to a length; more may be added. */
  readonly notices: QueryNotice[]
  /** @throws AppError `query_cancelled` when it has been, or the caller hung up */
  readonly refuseCancelled: () => void
}

export interface Where<Ctx extends Context = Context> {
  readonly ctx: Ctx
  readonly actor: Actor
  readonly scope: ProjectScope
  /** Aborts when the caller hangs up, which cancels what runs. */
  readonly signal: AbortSignal
}

/** Errors after which a connection is of no use. */
export const brokenBy: ReadonlySet<ErrorCode> = new Set(['connection_lost', 'payload_too_large', 'too_busy', 'internal'])

/**
 * Does work on a connection that is set up as asked, when one is free. What the work leaves behind (settings, temporary tables, an open
 * transaction) is gone afterwards. It ends with the actor's right to do it.
 *
 * @throws AppError by SQLSTATE, with position, hint and detail; `query_cancelled`, `statement_timeout`, `connection_lost`, `invalid_input` for
 * claims without a role, `forbidden` when a reader asks for a role, `query_key_in_use`
 */
export async function inSession<Result>(
  { ctx, actor, scope, signal }: Where,
  input: SessionInput,
  work: (session: Session) => Promise<Result>,
  kind: LeaseKind = 'query',
): Promise<Result> {
  const login = loginOf(scope, input)
  const { clusterRef } = input
  const { running } = ctx.parts.connections
  const owner = ownerOf(scope, actor)
  const release = running.reserve(owner, input.key)
  const permission = login === 'owner' ? 'database:write' : 'database:read'
  const lost = new AbortController()
  const stopWatching = watchRight(ctx, { ref: scope.ref, userId: actor.userId, sessionId: actor.sessionId }, permission, () => lost.abort())
  try {
    const lease = await unlessAborted(ctx.parts.connections.lease(clusterRef, login, kind), AbortSignal.any([signal, lost.signal]))
    const { client } = lease
    const notices: QueryNotice[] = []
    const onNotice = (notice: NoticeMessage): void => {
      if (notices.length < noticesMax) notices.push(noticeOf(notice))
    }
    client.on('notice', onNotice)
    let isClean = false
    const cancellation = new Cancellation(() => cancelBackend(ctx, clusterRef, lease.processId))
    const onHangUp = (): void => void cancellation.ask().catch(() => {})
    const unregister = running.register(owner, input.key, () => cancellation.ask())
    const onLost = (): void => {
      onHangUp()
      void lease.terminate().catch(() => {})
    }
    signal.addEventListener('abort', onHangUp, { once: true })
    lost.signal.addEventListener('abort', onLost, { once: true })
    const refuseCancelled = (): void => {
      if (cancellation.isAsked || signal.aborted || lost.signal.aborted) throw new AppError('query_cancelled')
    }
    const startedAt = performance.now()
    const isReadOnly = input.read_only === true || login !== 'owner'
    try {
      refuseCancelled()
      await client.query(toText(sessionSettings(input, login))).catch((error: unknown) => {
        throw login === 'requester' ? unlessTakeable(databaseError(error)) : error
      })
      if (isReadOnly) await beginReadOnly(client)
      const result = await work({ client, isReadOnly, processId: lease.processId, notices, refuseCancelled })
      isClean = true
      return result
    } catch (thrown) {
      const error = isReadOnly ? readOnlyError(databaseError(thrown)) : databaseError(thrown)
      isClean = !brokenBy.has(error.code)
      throw cancellation.isAsked ? error : timeoutOf(error, input, performance.now() - startedAt)
    } finally {
      unregister()
      signal.removeEventListener('abort', onHangUp)
      lost.signal.removeEventListener('abort', onLost)
      client.off('notice', onNotice)
      void cancellation.end()
      // a cancellation that came too late must not hit whoever uses the connection next
      lease.giveBack(isClean && !cancellation.isAsked)
    }
  } catch (error) {
    throw lost.signal.aborted ? rightLost(permission) : error
  } finally {
    stopWatching()
    release()
  }
}

/** What needs a transaction of its own, or a writable one, is refused because ours is read-only: SQLSTATE 25001 (active_sql_transaction). */
function readOnlyError(error: AppError): AppError {
  if (error.details['sqlstate'] !== '25001') return error
  return new AppError('read_only', error.details, { message: error.message, cause: error })
}

/** A locked project runs a query only as a role that the data API can take: from any other, RESET ROLE would switch to the owner. */
function unlessTakeable(error: AppError): AppError {
  return error.details['sqlstate'] === '42501' ? locked(error.message, error.details) : error
}

/**
 * Postgres calls a timeout a cancellation: what was not cancelled and ran for that long was stopped by its time limit. A shorter one, which has no
 * `timeout_ms`, was set by the text, its connection or its role.
 */
export function timeoutOf(error: AppError, { timeout_ms }: Pick<SessionInput, 'timeout_ms'>, tookMs: number): AppError {
  if (error.code !== 'query_cancelled') return error
  const isOurs = timeout_ms > 0 && tookMs >= timeout_ms
  if (!isOurs && error.message !== timeoutMessage) return error
  return new AppError('statement_timeout', { ...error.details, ...(isOurs && { timeout_ms }) }, { message: error.message, cause: error })
}

/** All cancellations have one SQLSTATE: which of them it was is only in the words, which are English since servers run in the locale C. */
const timeoutMessage = 'canceling statement due to statement timeout'

/** Whoever hangs up while waiting for a connection waits no longer; the next one gets it. @throws AppError `query_cancelled` */
export async function unlessAborted(leasing: Promise<Lease>, signal: AbortSignal): Promise<Lease> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => aborted.reject(new AppError('query_cancelled'))
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([leasing, aborted.promise])
  } catch (error) {
    leasing.then(
      (lease) => lease.giveBack(true),
      () => {},
    )
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Keys are a person's own: nobody else can cancel, or guess at, what runs under them. */
export function ownerOf({ ref }: ProjectScope, { userId }: Actor): string {
  return `${ref} ${userId}`
}

/** Statements that set up a connection as asked. */
export function sessionSettings({ timeout_ms, role, claims, read_only }: SessionSettings, login: Login): Fragment {
  const readOnly = read_only ? sql`; set default_transaction_read_only = on` : sql``
  const setRole = role === undefined || role === logins[login].user ? sql`` : sql`; set role ${ident(role)}`
  return sql`set statement_timeout = ${timeout_ms}${readOnly}${claims === undefined ? sql`` : requestOf(claims)}${setRole}`
}

/** Returns the settings that the data API makes for a request; pg-meta's `getImpersonationSQL` makes up the same one. */
function requestOf(claims: Readonly<Record<string, unknown>>): Fragment {
  return sql`; set request.jwt.claims = ${literal(JSON.stringify(claims))}; set request.method = 'POST';
    set request.path = '/impersonation-example-request-path'; set request.headers = '{"accept": "*/*"}'`
}

/**
 * A member without `database:write` comes in as one that can do nothing else than read. So does a text that the production lock holds back: much
 * of what the project's owner may do is allowed in a read-only transaction, such as CHECKPOINT, REINDEX, ending backends and making slots.
 *
 * @throws AppError `invalid_input`, `forbidden`
 */
export function loginOf(scope: ProjectScope, { role, claims, isLocked = false }: SessionSettings): Login {
  if (claims !== undefined && role === undefined) {
    const issues = [{ path: ['body', 'claims'], message: messages.claimsNeedRole }]
    throw new AppError('invalid_input', { issues }, { message: `claims: ${messages.claimsNeedRole}` })
  }
  if (isAllowed(scope.permissions, 'database:write')) {
    if (!isLocked) return 'owner'
    return role === undefined ? 'reader' : 'requester'
  }
  if (role === undefined) return 'reader'
  throw new AppError('forbidden', { permission: 'database:write', role: scope.role }, { message: messages.roleForbidsRoles(scope.roleName) })
}

export function noticeOf(notice: NoticeMessage): QueryNotice {
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
