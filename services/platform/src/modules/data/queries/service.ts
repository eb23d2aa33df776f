import type { QueryNotice, QueryReply } from '@colonnade/contracts/data/queries'
import { AppError, toAppError } from '@colonnade/core'
import { beginReadOnly, databaseError, execute, type ExecutedResult, StatementFates, type StatementRange } from '@colonnade/pg'
import type { RequestFacts } from '@colonnade/http'
import { resultBytesMax, resultsMax } from '../../../kernel/limits.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { chooseDatabase } from '../../copies/replicas/choose-database.ts'
import { executeRecorded } from './one-transaction.ts'
import { prepareRecording } from './recording.ts'
import { isLockedFor, lockedError } from './lock.ts'
import { splitterFor } from './split-texts.ts'
import { replyOf } from './reply.ts'
import { openResultMemory, type ResultMemory } from './result-memory.ts'
import { inSession, ownerOf, type SessionInput, type SessionSettings, type Where } from './session.ts'
import type { Context } from './context.ts'
import { noticeText } from './messages.ts'

export interface QueryInput extends SessionSettings {
  /** Identifier of the database to ask; the primary when left out. */
  readonly database?: string | undefined
  readonly query: string
  /** Values of $1, $2 and so on, for a single statement. */
  readonly parameters?: readonly unknown[] | undefined
  readonly row_limit: number
  readonly migration?: { readonly name: string } | undefined
  /** The project's name, where it is locked. */
  readonly confirmed_name?: string | undefined
}

/** Of the call that runs something: when its caller hangs up, and what its reply takes. */
export type Call = Pick<RequestFacts, 'signal' | 'memory'>

/**
 * Runs SQL in a project. A member without `database:write` reads through a role that can do nothing else. When the caller hangs up,
 * the query is cancelled. In a locked project nothing is changed unless the input has its name, and on a replica nothing ever.
 *
 * @param options `isOwnText`: the platform's own SQL, which reads as the project's administrator in a locked project, too
 * @throws AppError `production_locked`, `database_not_found`, `replica_not_ready`; see `inSession`
 */
export async function runQuery(
  ctx: Context,
  actor: Actor,
  scope: ProjectScope,
  asked: QueryInput,
  { signal, memory }: Call,
  { isOwnText = false }: { readonly isOwnText?: boolean } = {},
): Promise<QueryReply> {
  const where = { ctx, actor, scope, signal }
  const results = openResultMemory(memory)
  const database = await chooseDatabase(ctx, scope, asked.database)
  const input = { ...asked, clusterRef: database.ref, read_only: asked.read_only === true || database.isReplica }
  const recording = prepareRecording(actor, scope, input)
  if (!isLockedFor(scope, input)) return runText(where, input, recording, results)
  return runText(where, { ...input, read_only: true, isLocked: !isOwnText }, recording, results).catch((thrown: unknown) => {
    throw lockedError(toAppError(thrown), asked)
  })
}

function runText(
  where: Where,
  input: QueryInput & SessionInput,
  recording: ReturnType<typeof prepareRecording>,
  memory: ResultMemory,
): Promise<QueryReply> {
  return inSession(where, input, async ({ client, isReadOnly, notices }) => {
    const startedAt = performance.now()
    const fates = new StatementFates()
    const split = splitterFor(where.scope.ref)
    const limits = { rowLimit: input.row_limit, byteLimit: resultBytesMax, claim: memory.claim, resultLimit: resultsMax, split }
    const values = input.parameters?.map(parameterText)
    const running =
      recording === null || isReadOnly
        ? execute(client, input.query, { ...limits, isReadOnly, ...(!isReadOnly && { fates }), ...(values !== undefined && { values }) })
        : executeRecorded(client, input.query, limits, () => recording(where.ctx, client, [input.query]))
    const results = await running.catch((error: unknown) => {
      throw withRolledBack(databaseError(error), fates.open)
    })
    const duration = performance.now() - startedAt
    if (memory.isShort) notices.push(ourNotice('53200', noticeText.rowsLeftOut.message, noticeText.rowsLeftOut.hint))
    if (results.length === resultsMax) {
      notices.push(ourNotice('01000', noticeText.resultsLeftOut.message(resultsMax), noticeText.resultsLeftOut.hint))
    }
    if (results.some(({ command, fields, rowCount }) => command === 'COPY' && fields.length === 0 && rowCount !== null)) {
      notices.push(ourNotice('01000', noticeText.copyToStdout.message, noticeText.copyToStdout.hint))
    }
    let rolledBack: StatementRange | null = null
    // settings and transactions of this query must not affect the next one
    if (isReadOnly) await beginReadOnly(client)
    else if (client.getTransactionStatus() !== 'I') {
      notices.push(ourNotice('25P01', noticeText.leftOpen.message, noticeText.leftOpen.hint))
      await client.query('rollback')
      rolledBack = fates.open
    }
    return replyOf(client, withRange(results, rolledBack), notices, duration)
  })
}

/** As Postgres reads it. */
function parameterText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value
  return JSON.stringify(value)
}

/** A failure says how many statements before it went with it. */
function withRolledBack(error: AppError, range: StatementRange | null): AppError {
  if (range === null) return error
  return new AppError(error.code, { ...error.details, rolled_back: range.count }, { message: error.message, cause: error })
}

function withRange(results: readonly ExecutedResult[], range: StatementRange | null): readonly ExecutedResult[] {
  if (range === null) return results
  return results.map((result, at) => (at >= range.first && at < range.first + range.count ? { ...result, isRolledBack: true as const } : result))
}

/** @throws AppError `query_not_found` */
export async function cancelQuery(ctx: Context, actor: Actor, scope: ProjectScope, key: string): Promise<{ cancelled: boolean }> {
  const cancel = ctx.parts.connections.running.find(ownerOf(scope, actor), key)
  if (!cancel) throw new AppError('query_not_found', { key })
  return { cancelled: await cancel() }
}

/** What the platform has to say about a run, in the form of Postgres's own warnings. */
function ourNotice(sqlstate: string, message: string, hint: string): QueryNotice {
  return { severity: 'WARNING', sqlstate, message, detail: null, hint }
}
