import { logins } from '@colonnade/clusters'
import type { SqlRunInput, TransactionState } from '@colonnade/contracts/data/sql-runs'
import { AppError } from '@colonnade/core'
import { databaseError, StatementFates } from '@colonnade/pg'
import { join, literal, sql, toText } from '@colonnade/sql'
import { cancelBackend, Cancellation } from '@colonnade/project-pool'
import type { Context } from './context.ts'
import { rightLost } from '../queries/rights.ts'
import { brokenBy, ownerOf, sessionSettings, timeoutOf, type Where } from '../queries/session.ts'
import { namedFields } from './field-names.ts'
import type { RunStream } from './run-stream.ts'
import { splitterFor } from '../queries/split-texts.ts'
import { runText, reportRolledBack } from './run-text.ts'
import type { HeldSession } from './sessions.ts'
import { messages, noticeText } from './messages.ts'

/** What is left after a run. */
export interface RunEnd {
  readonly transaction: TransactionState
  readonly transactionStartedAt: number | null
  /** What failed once lines had been sent. */
  readonly failure?: AppError
}

const noTransaction: RunEnd = { transaction: 'none', transactionStartedAt: null }
const states: Readonly<Record<string, TransactionState>> = { I: 'none', T: 'open', E: 'failed' }

/**
 * Runs a text in a session of the person's own.
 *
 * @throws AppError what keeps it from running: `sql_session_lost`, `sql_session_busy`, `too_many_connections`, `query_key_in_use`, `invalid_input`
 */
export async function runPinned(
  { ctx, actor, scope, signal }: Where<Context>,
  ref: string,
  input: SqlRunInput & { readonly session: NonNullable<SqlRunInput['session']> },
  out: RunStream,
): Promise<RunEnd> {
  const { running } = ctx.parts.connections
  const owner = ownerOf(scope, actor)
  const release = running.reserve(owner, input.key)
  try {
    const held = await ctx.parts.sqlSessions.take(
      { ref, userId: actor.userId, sessionId: actor.sessionId },
      input.session.id,
      input.session.is_continued,
    )
    const { client, processId } = held.lease
    const cancellation = new Cancellation(() => cancelBackend(ctx, ref, processId))
    const onHangUp = (): void => void cancellation.ask().catch(() => {})
    const unregister = running.register(owner, input.key, () => cancellation.ask())
    held.onClose = onHangUp
    let startedAt = performance.now()
    let isUsable = true
    const fates = new StatementFates()
    try {
      await applySettings(held, input)
      signal.addEventListener('abort', onHangUp, { once: true })
      if (cancellation.isAsked || signal.aborted) throw new AppError('query_cancelled')
      void out.tell({ type: 'started', process_id: processId, is_new: held.isNew })
      for (const { channel, payload } of held.takeNotifications()) notifyNotification(out, channel, payload)
      const clock = transactionClock(held)
      startedAt = performance.now()
      await runText(client, out, {
        query: input.query,
        rowLimit: input.row_limit,
        split: splitterFor(scope.ref),
        commitsEach: input.commit_each,
        fates,
        namedFields: (fields) => namedFields(ctx, ref, 'owner', fields),
        onCommand: (command) => {
          clock(command)
          if (command === 'RESET' || command.startsWith('DISCARD')) held.applied.timeoutMs = undefined
        },
      })
      await notifySettings(held, input.query, out)
      return stateAfter(held)
    } catch (thrown) {
      const error = databaseError(thrown)
      const failure = held.isRevoked
        ? rightLost('database:write')
        : cancellation.isAsked
          ? error
          : timeoutOf(error, input, performance.now() - startedAt)
      isUsable = !brokenBy.has(error.code) && !held.isLost
      if (!out.isStarted) throw failure
      if (!isUsable) reportRolledBack(out, fates.rollBack())
      return { ...(isUsable ? stateAfter(held) : noTransaction), failure }
    } finally {
      unregister()
      signal.removeEventListener('abort', onHangUp)
      // a cancellation on its way must not hit the next run
      await cancellation.end()
      for (const { channel, payload } of held.takeNotifications()) notifyNotification(out, channel, payload)
      held.giveBack(isUsable)
    }
  } finally {
    release()
  }
}

/** Applies the settings that differ from those of the previous run. What a script has set stays. */
async function applySettings(held: HeldSession, input: SqlRunInput): Promise<void> {
  const { applied } = held
  const { client } = held.lease
  const claims = input.claims === undefined ? undefined : JSON.stringify(input.claims)
  const isOther = input.role !== applied.role || claims !== applied.claims
  const state = client.getTransactionStatus()
  if (state !== 'I') {
    if (isOther) throw refusedRole()
    if (state === 'E' || applied.timeoutMs === input.timeout_ms) return
    // it goes with the transaction, if that is rolled back
    applied.timeoutMs = undefined
    await client.query(`set statement_timeout = ${input.timeout_ms}`)
    return
  }
  if (!isOther && input.role === undefined && applied.timeoutMs === input.timeout_ms) return
  // what a text has set stays where no role is asked for, or was before
  const reset = (isOther && applied.role !== undefined) || input.role === logins.owner.user ? resetRole : ''
  const text = toText(sessionSettings({ ...input, read_only: false }, 'owner'))
  Object.assign(applied, { timeoutMs: undefined, role: undefined, claims: undefined })
  await client.query(reset + text)
  Object.assign(applied, { timeoutMs: input.timeout_ms, role: input.role, claims })
}

const resetRole = 'reset role; reset request.jwt.claims; reset request.method; reset request.path; reset request.headers; '

function refusedRole(): AppError {
  const message = messages.roleInTransaction
  return new AppError('invalid_input', { issues: [{ path: ['body', 'role'], message }] }, { message })
}

/** Notes when a transaction began. A second BEGIN only warns, and ROLLBACK may go back to a savepoint: what it was, the end shows. */
function transactionClock(held: HeldSession): (command: string) => void {
  let hasEnded = false
  return (command) => {
    if (command === 'COMMIT' || command === 'ROLLBACK') hasEnded = true
    if (command !== 'BEGIN' && command !== 'START TRANSACTION') return
    if (held.transactionStartedAt !== null && !hasEnded) return
    held.transactionStartedAt = Date.now()
    hasEnded = false
  }
}

function stateAfter(held: HeldSession): RunEnd {
  held.transaction = states[held.lease.client.getTransactionStatus() ?? 'I'] ?? 'none'
  if (held.transaction === 'none') held.transactionStartedAt = null
  else held.transactionStartedAt ??= Date.now()
  return { transaction: held.transaction, transactionStartedAt: held.transactionStartedAt }
}

/** What we set ourselves for each run. */
const ownSettings = ['statement_timeout', 'role', 'session_authorization', 'client_encoding']

const changedSettings = toText(sql`
  select name || ' = ' || case when setting ~ '^[[:alnum:]_.]+$' then setting else pg_catalog.quote_literal(setting) end as text
  from pg_catalog.pg_settings where source = 'session' and setting is distinct from reset_val and name <> all (array[${join(ownSettings.map((name) => literal(name)))}])
    and name not like 'request.%' and name not like 'transaction\_%' order by name`)

/** Sends a notice of the settings that a script leaves behind, as a dump leaves an empty search_path. In a transaction they can still be rolled back. */
async function notifySettings(held: HeldSession, query: string, out: RunStream): Promise<void> {
  const { client } = held.lease
  if (!/\bset|config/i.test(query) || client.getTransactionStatus() !== 'I') return
  const { rows } = await client.query<{ text: string }>(changedSettings)
  const settings = rows.map(({ text }) => text).join(', ')
  if (settings !== '' && settings !== held.settings) {
    const message = noticeText.settings.message(settings)
    void out.tell({ type: 'notice', notice: { severity: 'INFO', sqlstate: '00000', message, detail: null, hint: noticeText.settings.hint } })
  }
  held.settings = settings
}

function notifyNotification(out: RunStream, channel: string, payload: string | undefined): void {
  const notice = { severity: 'NOTIFY', sqlstate: '00000', message: `${channel}: ${payload ?? ''}`, detail: null, hint: null }
  void out.tell({ type: 'notice', notice })
}
