import { isAppError } from '@colonnade/core'
import type pg from 'pg'
import { type Command, commandsMost, splitCommands, type SplitText } from '../commands.ts'
import { encodingGuard, watchEncoding } from './client-encoding.ts'
import { beginReadOnly, refuseOutsideReadOnly } from './read-only.ts'
import { StatementFates } from './statement-fates.ts'
import { type StreamOptions, type StreamProtocol, submit, type EventHandler, Unparsed } from './streamed-execution.ts'

export type { NoticeMessage, StreamedEvent, StreamOptions, EventHandler } from './streamed-execution.ts'

/**
 * Runs SQL with any number of statements and emits events as they arrive: rows in batches of a few hundred, at the latest when nothing more
 * has arrived, and no faster than the reader accepts them. Output of COPY TO STDOUT is a result with one column.
 *
 * Uses the extended protocol, where the server stops at the row limit (Postgres documentation, 54.2.3). The SQL is first sent as a whole,
 * so a syntax error anywhere in it is reported before anything runs. Several statements are then sent one by one in a pipeline (54.2.4):
 * atomic unless the SQL controls transactions itself, with a completion event for each. Inside an open transaction, which a rejection would
 * abort, they are split here first. Statements that don't work in a pipeline (such as COPY, ROLLBACK after a failure, or very long SQL) use
 * the simple protocol, which reports everything at the end.
 *
 * Read-only statements never use the pipeline or the simple protocol: each is sent only once the server has confirmed that the transaction
 * is still open.
 *
 * Resolves when all events are delivered and the server is ready for the next query.
 *
 * @throws pg.DatabaseError from the server, with positions in the SQL, or an Error if the connection was lost; AppError `read_only` if a
 * statement in read-only SQL ended the transaction before the last one
 */
export async function executeStream(client: pg.Client, text: string, options: StreamOptions, onEvent: EventHandler): Promise<void> {
  const whole: Command = { text, offset: 0, words: [] }
  const { rowLimit, isReadOnly = false, commitsEach = false, split = splitHere } = options
  if (isReadOnly) return executeReadOnly(client, whole, split, (command) => submit(client, [command], { rowLimit }, 'guarded', onEvent))
  const { fates = new StatementFates() } = options
  const send: Send = (commands, protocol) => submit(client, commands, { rowLimit, fates }, protocol, onEvent)
  const encoding = watchEncoding(client.connection)
  // a failed transaction rejects SET, and its rollback restores the setting
  const restoreEncoding = async (): Promise<void> => {
    if (encoding.isOther() && client.getTransactionStatus() !== 'E') await client.query(encodingGuard)
  }
  const onCommitted = async (): Promise<void> => {
    if (client.getTransactionStatus() === 'I') fates.settle()
    await restoreEncoding()
  }
  try {
    await executeWriting(client, { whole, split, send }, commitsEach ? onCommitted : null)
    await restoreEncoding()
  } catch (error) {
    await restoreEncoding().catch(() => {})
    const range = client.getTransactionStatus() === 'I' ? fates.rollBack() : null
    if (range !== null) await onEvent({ kind: 'rolledBack', ...range })?.catch(() => {})
    throw error
  } finally {
    encoding.stop()
  }
  if (client.getTransactionStatus() === 'I') fates.settle()
}

type Send = (commands: readonly Command[], protocol: StreamProtocol) => Promise<void>

interface Writing {
  readonly whole: Command
  readonly split: SplitText
  readonly send: Send
}

const splitHere: SplitText = async (text) => splitCommands(text, commandsMost)

/** Treats SQL that can't be split as one statement. */
function leaveWhole(error: unknown): readonly Command[] {
  if (isAppError(error, 'too_complex')) return []
  throw error
}

/** @param onCommitted called after each statement that commits on its own; null if all share a transaction */
async function executeWriting(client: pg.Client, { whole, split, send }: Writing, onCommitted: (() => Promise<void>) | null): Promise<void> {
  const { text } = whole
  const sendEach = async (settle: () => Promise<void>): Promise<void> => {
    for (const command of await split(text)) {
      await send([command], 'extended').catch((thrown: unknown) => {
        throw thrown instanceof Unparsed ? thrown.cause : thrown
      })
      await settle()
    }
  }
  const sendSeveral = async (): Promise<void> => {
    if (onCommitted !== null) return sendEach(onCommitted)
    const commands = text.length > pipelineCharacters || client.getTransactionStatus() === 'E' ? [] : await split(text).catch(leaveWhole)
    const canBeCut = commands.length > 1 && commands.every(({ words }) => words[0] !== 'copy')
    return canBeCut ? send(commands, 'pipeline') : send([whole], 'simple')
  }
  if (onCommitted === null && genericPlan.test(text)) return send([whole], 'simple')
  const isInTransaction = client.getTransactionStatus() !== 'I'
  if (isInTransaction && (await split(text).catch(leaveWhole)).length !== 1) return sendSeveral()
  try {
    await send([whole], 'extended')
  } catch (error) {
    if (!(error instanceof Unparsed)) throw error
    if (isInTransaction || error.cause.position !== undefined) throw error.cause
    await sendSeveral()
  }
}

async function executeReadOnly(client: pg.Client, whole: Command, split: SplitText, send: (command: Command) => Promise<void>): Promise<void> {
  await beginReadOnly(client)
  try {
    await send(whole)
  } catch (error) {
    if (!(error instanceof Unparsed)) throw error
    const commands = error.cause.position === undefined ? await split(whole.text) : []
    if (commands.length < 2) throw error.cause
    // the refusal has made it fail
    await beginReadOnly(client)
    for (const command of commands) {
      refuseOutsideReadOnly(client, command)
      await send(command).catch((thrown: unknown) => {
        throw thrown instanceof Unparsed ? thrown.cause : thrown
      })
    }
  }
}

/** A plan of a statement whose parameters have no values: only the simple protocol binds none (Postgres documentation, EXPLAIN). */
const genericPlan = /\bexplain\s*\([^)]*\bgeneric_plan\b/i

/** Longer texts are not cut apart: that would take too long in one go. */
const pipelineCharacters = 1_000_000
