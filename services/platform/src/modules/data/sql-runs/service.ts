import type { Login } from '@colonnade/clusters'
import type { QueryNotice } from '@colonnade/contracts/data/queries'
import type { SqlRunInput } from '@colonnade/contracts/data/sql-runs'
import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import { AppError, toAppError } from '@colonnade/core'
import type { FileStream } from '@colonnade/http'
import { StatementFates } from '@colonnade/pg'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import type { Call } from '../queries/service.ts'
import { inSession, loginOf, type SessionInput, type Where } from '../queries/session.ts'
import { chooseDatabase } from '../../copies/replicas/choose-database.ts'
import { namedFields } from './field-names.ts'
import { isLockedFor, locked, lockedError } from '../queries/lock.ts'
import { type RunEnd, runPinned } from './run-pinned.ts'
import { createRunStream, type RunStream } from './run-stream.ts'
import { milliseconds, runText, reportRolledBack } from './run-text.ts'
import { lost } from './sessions.ts'
import { splitterFor } from '../queries/split-texts.ts'
import type { Context } from './context.ts'
import { messages, noticeText } from './messages.ts'

/**
 * Runs SQL and sends what it answers while it comes, as fast as it is read. Hanging up cancels it.
 *
 * In a session of the person's own only where it may change something: a reader, who is one by login, a run that is to change nothing, a
 * replica and a locked project are asked on a connection that is forgotten afterwards. `is_continued` then has no good answer and is
 * refused.
 *
 * @throws AppError `database_not_found`, `replica_not_ready`, `sql_session_lost`, `sql_session_busy`, `too_many_connections`, `production_locked`, `invalid_input`,
 * `forbidden`, `query_key_in_use`, `connection_lost`, some of them from the stream before its first line
 */
export async function createRun(ctx: Context, actor: Actor, scope: ProjectScope, input: SqlRunInput, { signal, memory }: Call): Promise<FileStream> {
  const database = await chooseDatabase(ctx, scope, input.database)
  const isWriter = isAllowed(scope.permissions, 'database:write')
  const isReadOnly = input.read_only || database.isReplica
  const isLocked = isLockedFor(scope, { ...input, read_only: isReadOnly })
  const login = loginOf(scope, { ...input, isLocked })
  if (input.session?.is_continued === true) refuseContinued({ isWriter, isReadOnly, isLocked })
  const out = createRunStream(memory)
  const where = { ctx, actor, scope, signal: AbortSignal.any([signal, out.signal]) }
  const startedAt = performance.now()
  const { session } = input
  const run =
    isWriter && !isReadOnly && !isLocked && session !== undefined
      ? runPinned(where, database.ref, { ...input, session }, out)
      : runPassing(where, login, { ...input, clusterRef: database.ref, read_only: isReadOnly || isLocked, isLocked }, out)
  void conclude(
    run.then((end) => (isLocked && end.failure ? { ...end, failure: lockedError(end.failure, input) } : end)),
    out,
    startedAt,
  )
  return out.file
}

/** Sends the last lines. */
async function conclude(run: Promise<RunEnd>, out: RunStream, startedAt: number): Promise<void> {
  try {
    const { transaction, transactionStartedAt, failure } = await run
    if (failure) notifyFailure(out, failure)
    void out.tell({
      type: 'ended',
      duration_ms: milliseconds(performance.now() - startedAt),
      transaction,
      transaction_started_at: transactionStartedAt === null ? null : new Date(transactionStartedAt).toISOString(),
    })
    out.end()
  } catch (error) {
    out.refuse(toAppError(error))
  }
}

/** False when there was none. What runs in it is cancelled, and what it left open is rolled back. */
export function closeSession(ctx: Context, actor: Actor, { ref }: ProjectScope, id: string): { closed: boolean } {
  return { closed: ctx.parts.sqlSessions.close({ ref, userId: actor.userId, sessionId: actor.sessionId }, id) }
}

/** Refuses to continue a session where only reading is allowed. */
function refuseContinued({ isWriter, isReadOnly, isLocked }: Record<'isWriter' | 'isReadOnly' | 'isLocked', boolean>): void {
  if (!isWriter) throw lost()
  if (isLocked) throw locked(messages.lockedSession)
  if (!isReadOnly) return
  const message = messages.noSession
  throw new AppError('invalid_input', { issues: [{ path: ['body', 'session', 'is_continued'], message }] }, { message })
}

/** Runs a script on a connection that is closed afterwards. */
async function runPassing(where: Where<Context>, login: Login, input: SqlRunInput & SessionInput, out: RunStream): Promise<RunEnd> {
  const none: RunEnd = { transaction: 'none', transactionStartedAt: null }
  try {
    await inSession(
      where,
      input,
      async ({ client, isReadOnly, processId }) => {
        void out.tell({ type: 'started', process_id: processId, is_new: true })
        let isLeftOpen = false
        const fates = new StatementFates()
        const text = runText(client, out, {
          query: input.query,
          rowLimit: input.row_limit,
          namedFields: (fields) => namedFields(where.ctx, input.clusterRef, login, fields),
          // read-only runs are always in our transaction, so only their commands show whether they began one
          onCommand: (command) => {
            if (command === 'BEGIN' || command === 'START TRANSACTION') isLeftOpen = true
            if (command === 'COMMIT' || command === 'ROLLBACK') isLeftOpen = false
          },
          isReadOnly,
          split: splitterFor(where.scope.ref),
          commitsEach: input.commit_each,
          fates,
        })
        await text.catch((error: unknown) => {
          reportRolledBack(out, fates.rollBack())
          throw error
        })
        if (isReadOnly ? !isLeftOpen : client.getTransactionStatus() === 'I') return
        await client.query('rollback')
        reportRolledBack(out, fates.rollBack())
        void out.tell({ type: 'notice', notice: isReadOnly ? leftOpenReading : leftOpen })
      },
      'run',
    )
    return none
  } catch (error) {
    if (!out.isStarted) throw error
    return { ...none, failure: toAppError(error) }
  }
}

const leftOpen: QueryNotice = {
  severity: 'WARNING',
  sqlstate: '25P01',
  message: noticeText.leftOpen.message,
  detail: null,
  hint: noticeText.leftOpen.hint,
}

const leftOpenReading: QueryNotice = {
  ...leftOpen,
  hint: noticeText.leftOpen.readOnlyHint,
}

function notifyFailure(out: RunStream, error: AppError): void {
  // of what is ours and unexpected, only what the error table says
  const { code, message, details } = error.code === 'internal' ? new AppError('internal') : error
  void out.tell({ type: 'failed', error: { code, message, details } })
}
