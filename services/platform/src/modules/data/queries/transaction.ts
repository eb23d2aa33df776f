import type { QueryReply } from '@colonnade/contracts/data/queries'
import { AppError, toAppError } from '@colonnade/core'
import { BatchError, beginReadOnly, executeBatch, type ExecutedResult } from '@colonnade/pg'
import { resultBytesMax } from '../../../kernel/limits.ts'
import { isLockedFor, lockedError } from './lock.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { type PlacedCommand, splitTexts } from './split-texts.ts'
import { commandError, commit, controlOf } from './one-transaction.ts'
import { prepareRecording } from './recording.ts'
import { replyOf } from './reply.ts'
import { openResultMemory } from './result-memory.ts'
import type { Call } from './service.ts'
import { inSession, type SessionSettings } from './session.ts'
import type { Context } from './context.ts'

export interface TransactionInput extends SessionSettings {
  readonly statements: readonly {
    readonly query: string
    readonly expected_rows?: number | undefined
    readonly recorded?: string | null | undefined
  }[]
  readonly row_limit: number
  readonly migration?: { readonly name: string } | undefined
  /** The project's name, where it is locked. */
  readonly confirmed_name?: string | undefined
}

/**
 * Runs statements in one transaction, all or none. A failure says in `details.statement` which it was, unless it came with the commit.
 *
 * @throws AppError `rows_changed` with `details.statements`, those that touched other than the expected rows, and `details.notices`; `invalid_input` for what would
 * end the transaction, or a migration of another role; `production_locked`; see `inSession`
 */
export async function runTransaction(
  ctx: Context,
  actor: Actor,
  scope: ProjectScope,
  input: TransactionInput,
  { signal, memory }: Call,
): Promise<QueryReply> {
  const { claim } = openResultMemory(memory)
  const commands = await splitTexts(
    scope.ref,
    input.statements.map(({ query }) => query),
  )
  commands.forEach(refuseControl)
  const recording = prepareRecording(actor, scope, input)
  const isLocked = isLockedFor(scope, input)
  const run = inSession(
    { ctx, actor, scope, signal },
    { ...input, clusterRef: scope.ref, isLocked },
    async ({ client, notices, refuseCancelled }) => {
      const startedAt = performance.now()
      if (isLocked) await beginReadOnly(client)
      else await client.query('begin')
      const countLimit = input.statements.reduce((most, { expected_rows = 0 }) => Math.max(most, expected_rows), 0)
      const limits = { rowLimit: input.row_limit, byteLimit: resultBytesMax, countLimit, isReadOnly: isLocked, claim }
      const executed = await executeBatch(client, commands, limits).catch((error: unknown) => {
        throw located(error, commands)
      })
      const results: ExecutedResult[] = input.statements.map(() => nothing)
      executed.forEach((result, index) => (results[commands[index]!.statement] = result))
      const differing = input.statements.flatMap(({ expected_rows }, statement) =>
        expected_rows === undefined || results[statement]!.rowCount === expected_rows ? [] : [statement],
      )
      // a trigger that skips a row says why in a notice, if at all
      if (differing.length > 0) throw new AppError('rows_changed', { statements: differing, ...(notices.length > 0 && { notices }) })
      const kept = input.statements.flatMap(({ query, recorded = query }) => (recorded === null ? [] : [recorded]))
      await recording?.(ctx, client, kept)
      refuseCancelled()
      await commit(client)
      return replyOf(client, results, notices, performance.now() - startedAt)
    },
  )
  return run.catch((thrown: unknown) => {
    throw isLocked ? lockedError(toAppError(thrown), input) : thrown
  })
}

/** The result of a statement that is only a comment. */
const nothing: ExecutedResult = { fields: [], rows: [], command: '', rowCount: null, isTruncated: false }

/** @throws AppError `invalid_input`, before anything has run */
function refuseControl(command: PlacedCommand): void {
  const { words, statement } = command
  if (words[0] === 'copy') throw refusal(statement, 'COPY can’t be part of a transaction here')
  const found = controlOf(command)
  if (found !== null) throw refusal(statement, `${found} can’t be part of a transaction: its statements are committed together or not at all`)
}

function refusal(statement: number, message: string): AppError {
  return new AppError('invalid_input', { statement, issues: [{ path: ['body', 'statements', statement, 'query'], message }] }, { message })
}

/** Positions refer to the statement, rather than to one of its commands. */
function located(thrown: unknown, commands: readonly PlacedCommand[]): unknown {
  if (!(thrown instanceof BatchError)) return thrown
  const { statement, offset } = commands[thrown.index]!
  const { code, message, details } = commandError(thrown, offset)
  return new AppError(code, { ...details, statement }, { message, cause: thrown.cause })
}
