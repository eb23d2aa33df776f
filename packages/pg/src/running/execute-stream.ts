import { isAppError } from '@colonnade/core'
import type pg from 'pg'
import { type Command, commandsMost, splitCommands, type SplitText } from '../commands.ts'
import { encodingGuard, watchEncoding } from './client-encoding.ts'
import { beginReadOnly, refuseOutsideReadOnly } from './read-only.ts'
import { StatementFates } from './statement-fates.ts'
import { type StreamOptions, type StreamProtocol, submit, type Tell, Unparsed } from './streamed-execution.ts'

export type { NoticeMessage, StreamedEvent, StreamOptions, Tell } from './streamed-execution.ts'

/**
 * Runs a text of any number of statements on a connection and tells what comes while it comes: rows at the latest when nothing more has
 * arrived, a few hundred at once, and never faster than they are taken. What COPY TO STDOUT sends is told as a result of one column.
 *
 * All goes through the extended protocol, where the server itself stops at the limit (Postgres documentation, 54.2.3). The server is first
 * given the text as a whole: a mistake anywhere in it is found before anything runs. When it is several statements, they are sent one by
 * one, but together (54.2.4): atomic unless the text says otherwise, and each tells its end when it comes. Inside of an open transaction,
 * which a refusal would make fail, they are cut apart here. What can not be sent so (COPY among others, ROLLBACK among others after a
 * failure, texts that are very long) is left to the simple protocol, which tells everything when it has ended.
 *
 * Statements that may only read are never sent together, nor through the simple protocol: each goes alone, once the server has said that the
 * transaction still stands.
 *
 * Resolves when everything was told and the server is ready for the next text.
 *
 * @throws pg.DatabaseError as the server sent it, with positions in the text, or an Error when the connection was lost; AppError `read_only`
 * when a statement of a read-only text has ended the transaction before the last one
 */
export async function executeStream(client: pg.Client, text: string, options: StreamOptions, tell: Tell): Promise<void> {
  const whole: Command = { text, offset: 0, words: [] }
  const { rowLimit, isReadOnly = false, commitsEach = false, split = splitHere } = options
  if (isReadOnly) return executeReadOnly(client, whole, split, (command) => submit(client, [command], { rowLimit }, 'guarded', tell))
  const { fates = new StatementFates() } = options
  const send: Send = (commands, protocol) => submit(client, commands, { rowLimit, fates }, protocol, tell)
  const encoding = watchEncoding(client.connection)
  // a failed transaction takes no SET, and goes back to what was before it
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
    if (range !== null) await tell({ kind: 'rolledBack', ...range })?.catch(() => {})
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

/** What can't be cut apart stays whole. */
function leaveWhole(error: unknown): readonly Command[] {
  if (isAppError(error, 'too_complex')) return []
  throw error
}

/** @param onCommitted called after each statement that runs by itself; null when they share a transaction */
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
