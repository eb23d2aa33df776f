import type { SqlRunEvent, TransactionState } from '@colonnade/contracts/data/sql-runs'
import { AppError, isAppError, newId, systemRandom, toAppError, type ErrorCode } from '@colonnade/core'
import { whenIdle } from '../../../lib/late/when-idle.ts'
import { noteRefusal } from '../../../scope/client.ts'
import { cancelSql } from '../../../scope/run-sql.ts'
import { streamSql } from '../../../scope/sql-stream/sql-stream.ts'
import { isUnsent } from '../../../scope/sql-stream/unsent.ts'
import { promptAnswerMs } from '../limits.ts'
import { closeSessionNow } from './session/close-session.ts'
import { OutputBuilder } from './output-builder.ts'
import { noteProcess } from './own-processes.ts'
import { noOutput, noSession, type RunOutput, type SqlPart, type SqlRunOptions, type SqlRunState, type SqlSession } from './run-state.ts'
import { holdsTransaction } from './session/session-rules.ts'
import { afterRun, emptyMemory, isMissed, type SessionMemory } from './session/session-memory.ts'

/** Rows that come are shown with the next frame, and then this often: what is drawn takes the time in which more of them could be read. */
const growMs = 120
/** Progress of a run is reported this often while nothing is drawn, as in a background page. */
const hiddenFrameMs = 250

/** The first rows wait no longer for a frame: a page that is busy reading gets none for a tenth of a second. */
const firstFrameMs = 16

/** A page that always has something to do is read on for after this. */
const restPatienceMs = 400

/** A run that goes on after it was cancelled is cancelled again after this. */
const cancelAgainMs = 500

/** Errors after which the session no longer exists. */
const endsSession: ReadonlySet<ErrorCode> = new Set(['connection_lost', 'payload_too_large', 'internal', 'unavailable', 'sql_session_lost'])

type EndedEvent = Extract<SqlRunEvent, { type: 'ended' }>

/** A session as the store keeps it: what is shown of it, and what would be missed. */
interface KeptSession {
  readonly id: string
  readonly database: string | undefined
  readonly memory: SessionMemory
}

/** The frame that will show what has arrived. */
interface PendingFrame {
  readonly since: number
  readonly show: () => void
  readonly callOff: () => void
}

/** The run of one document. It outlives the page, so that looking elsewhere neither stops a query nor loses its result. */
export class SqlRunStore {
  readonly #ref: string
  readonly #listeners = new Set<() => void>()
  #state: SqlRunState = { kind: 'idle' }
  #shown: SqlRunState = this.#state
  #showing: ReturnType<typeof setTimeout> | null = null
  #session: SqlSession = noSession
  #kept: KeptSession | null = null
  #pending: PendingFrame | null = null
  #toldAt = 0
  #drawn: Promise<void> | null = null
  #stop: AbortController | null = null

  constructor(ref: string) {
    this.#ref = ref
  }

  readonly get = (): SqlRunState => this.#state

  /**
   * The run as a page shows it: the one before until there is an answer, or it has been waited for. Most answers come within that time, and
   * would be held up by drawing that they are waited for.
   */
  readonly getShown = (): SqlRunState => this.#shown

  /** The connection that the document keeps; told to the same listeners. */
  readonly getSession = (): SqlSession => this.#session

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Closes the connection that the document keeps, or forgets a lost one; what it left open is rolled back. */
  async closeSession(): Promise<void> {
    const kept = this.#kept
    this.#kept = null
    this.#session = noSession
    this.#tell()
    if (kept) await closeSessionNow(this.#ref, kept.id)
  }

  /** One run at a time: a second call while one is under way does nothing. */
  async run(part: SqlPart, options: SqlRunOptions): Promise<SqlRunState> {
    if (this.#state.kind === 'running') return this.#state
    const key = newId(systemRandom)
    const startedAt = performance.now()
    const session = options.keepsSession === true ? this.#sessionFor(options.database) : null
    if (this.#session.kind === 'lost') this.#session = noSession
    this.#toldAt = 0
    this.#set({ kind: 'running', key, startedAt, part, options, output: noOutput, isCancelling: false })
    const builder = new OutputBuilder()
    const end = await this.#receive(key, part, options, session, builder)
    this.#stopFrame()
    const output = end.error ? builder.failed() : builder.output()
    if (session) this.#keep(session, part, output.statements, end)
    const transaction = this.#session.kind === 'kept' && session !== null ? this.#session.transaction : 'none'
    const common = { key, part, options, output, tookMs: performance.now() - startedAt, transaction }
    return this.#set(
      end.error ? { ...common, kind: 'failed', error: end.error } : { ...common, kind: 'done', durationMs: end.ended?.duration_ms ?? common.tookMs },
    )
  }

  /** Asks Postgres to stop it; the run itself then ends with `query_cancelled`. @throws AppError when the request fails */
  async cancel(): Promise<void> {
    const running = this.#state
    if (running.kind !== 'running' || running.isCancelling) return
    this.#set({ ...running, isCancelling: true })
    try {
      // the server may not have heard of the run yet
      while (this.#state.kind === 'running' && this.#state.key === running.key) {
        await cancelSql(this.#ref, running.key).catch(unlessUnknown)
        await new Promise((resolve) => setTimeout(resolve, cancelAgainMs))
      }
    } catch (thrown) {
      if (this.#state.kind === 'running') this.#set({ ...this.#state, isCancelling: false })
      throw toAppError(thrown)
    }
  }

  /** The document is closed: what runs is cancelled, and its connection is given up. */
  close(): void {
    this.#stop?.abort()
    void this.closeSession().catch(() => {})
  }

  /** The page goes away, with nobody left to ask. */
  leave(): void {
    if (this.#kept) void closeSessionNow(this.#ref, this.#kept.id).catch(() => {})
  }

  /** The one that is kept, unless it is connected elsewhere: then a new one. */
  #sessionFor(database: string | undefined): KeptSession {
    const kept = this.#kept
    if (kept?.database === database && kept !== null) return kept
    if (kept) void closeSessionNow(this.#ref, kept.id).catch(() => {})
    return { id: crypto.randomUUID(), database, memory: emptyMemory }
  }

  async #receive(
    key: string,
    part: SqlPart,
    options: SqlRunOptions,
    session: KeptSession | null,
    builder: OutputBuilder,
  ): Promise<{ readonly ended: EndedEvent | undefined; readonly error: AppError | undefined }> {
    const stop = new AbortController()
    this.#stop = stop
    let ended: EndedEvent | undefined
    let error: AppError | undefined
    try {
      const input = {
        query: part.text,
        key,
        row_limit: options.rowLimit,
        timeout_ms: options.timeoutMs,
        ...options.as,
        database: options.database,
        commit_each: options.commitsEach,
        confirmed_name: options.confirmedName,
        session: session === null ? undefined : { id: session.id, is_continued: isMissed(session.memory) },
      }
      for await (const event of streamSql(this.#ref, input, stop.signal)) {
        if (event.type === 'started') noteProcess(this.#ref, event.process_id)
        if (event.type === 'failed') {
          error = new AppError(event.error.code as ErrorCode, event.error.details, { message: event.error.message })
          noteRefusal(error)
        }
        if (event.type === 'ended') ended = event
        builder.take(event)
        this.#grow(builder)
        await this.#drawn
      }
    } catch (thrown) {
      error = stop.signal.aborted ? new AppError('query_cancelled') : toAppError(thrown)
    }
    this.#stop = null
    return { ended, error }
  }

  /** Reports what has arrived with a drawn frame, and skips the frames right after it. */
  #grow(builder: OutputBuilder): void {
    if (this.#pending) {
      const isLate = this.#toldAt === 0 && this.#drawn === null && performance.now() - this.#pending.since > firstFrameMs
      if (isLate) this.#pending.show()
      return
    }
    let frame = 0
    const tell = (): boolean => {
      this.#stopFrame()
      if (this.#state.kind !== 'running') return false
      const output = builder.output()
      // nothing to see yet
      if (output === this.#state.output || !hasAnswer(output)) return false
      this.#toldAt = performance.now()
      this.#set({ ...this.#state, output })
      return true
    }
    const show = (): void => {
      if (this.#drawn !== null || performance.now() - this.#toldAt < growMs) frame = requestAnimationFrame(show)
      else if (tell()) this.#drawn = this.#rest()
    }
    frame = requestAnimationFrame(show)
    const timer = setTimeout(tell, hiddenFrameMs)
    const callOff = (): void => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
    this.#pending = { since: performance.now(), show, callOff }
  }

  /**
   * Reads on only when the page has nothing else to do: what is drawn in small steps, as a first answer is, would take three times as long
   * beside the reading, and rows that arrived would be drawn again before the page answers.
   */
  async #rest(): Promise<void> {
    await new Promise<void>((resolve) => whenIdle(resolve, restPatienceMs))
    this.#drawn = null
    this.#toldAt = performance.now()
  }

  #stopFrame(): void {
    this.#pending?.callOff()
    this.#pending = null
  }

  /** What becomes of the session that something ran in. */
  #keep(
    { id, database, memory }: KeptSession,
    part: SqlPart,
    statements: Parameters<typeof afterRun>[2],
    { ended, error }: { readonly ended: EndedEvent | undefined; readonly error: AppError | undefined },
  ): void {
    const state: { transaction: TransactionState; transactionStartedAt: string | null } = {
      transaction: ended?.transaction ?? memory.transaction,
      transactionStartedAt: ended?.transaction_started_at ?? null,
    }
    const isGone = error !== undefined && endsSession.has(error.code) && !isUnsent(error)
    if (!isGone && ended === undefined) {
      // it never ran: the session is what it was
      if (this.#kept?.id === id) this.#setKept({ id, database, memory })
      return
    }
    if (!isGone) return this.#setKept({ id, database, memory: afterRun(memory, part.text, statements, state) })
    // the answer was cut off: it may still be there, with nobody who would know what it holds
    if (isAppError(error, 'unavailable')) void closeSessionNow(this.#ref, id).catch(() => {})
    const held = afterRun(memory, part.text, statements, { ...memory, transaction: openAtEnd(memory, statements) })
    this.#kept = null
    this.#session = isMissed(memory) || isMissed(held) ? { kind: 'lost', ...holdsOf(held) } : noSession
  }

  #setKept(kept: KeptSession): void {
    this.#kept = kept
    this.#session = { kind: 'kept', id: kept.id, database: kept.database, idleSince: Date.now(), ...holdsOf(kept.memory) }
  }

  #set(state: SqlRunState): SqlRunState {
    this.#state = state
    if (this.#showing !== null) clearTimeout(this.#showing)
    this.#showing = null
    const wait = state.kind === 'running' && !hasAnswer(state.output) ? state.startedAt + promptAnswerMs - performance.now() : 0
    if (wait <= 0) this.#shown = state
    else this.#showing = setTimeout(() => this.#set(this.#state), wait)
    this.#tell()
    return state
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Columns are none before there is a row below them, or it is known that there is none. */
function hasAnswer({ sets, statements, notices }: RunOutput): boolean {
  return statements.length + notices.length > 0 || sets.some(({ count }) => count > 0)
}

/** A run that the platform does not know has ended, as is about to be reported here, or has not arrived: requests overtake each other. */
function unlessUnknown(thrown: unknown): void {
  if (!isAppError(thrown, 'query_not_found')) throw thrown
}

/** Whether a transaction was open when a session was lost, as far as its statements tell. */
function openAtEnd({ transaction }: SessionMemory, statements: readonly { readonly command: string }[]): TransactionState {
  const last = statements.findLast(({ command }) => /^(?:BEGIN|START TRANSACTION|COMMIT|ROLLBACK)$/.test(command))?.command
  if (last === undefined) return transaction
  return last === 'COMMIT' || last === 'ROLLBACK' ? 'none' : 'open'
}

function holdsOf({ transaction, transactionStartedAt, statements }: SessionMemory) {
  return { transaction, transactionStartedAt, statements }
}

const stores = new Map<string, SqlRunStore>()

/** The runs of one document of a project. */
export function sqlRunStore(ref: string, document: string): SqlRunStore {
  const key = `${ref} ${document}`
  const store = stores.get(key) ?? new SqlRunStore(ref)
  if (stores.size === 0) addEventListener('pagehide', leaveAll)
  stores.set(key, store)
  return store
}

/** The documents of a project whose sessions have a transaction open, or a failed one. */
export function openTransactions(ref: string): SqlRunStore[] {
  return [...stores].filter(([key, store]) => key.startsWith(`${ref} `) && holdsTransaction(store.getSession())).map(([, store]) => store)
}

/** The document is closed for good: cancels what it runs, ends its session and forgets its results. */
export function closeSqlRuns(ref: string, document: string): void {
  const key = `${ref} ${document}`
  stores.get(key)?.close()
  stores.delete(key)
}

/** A page that may come back keeps its sessions. */
function leaveAll({ persisted }: PageTransitionEvent): void {
  if (!persisted) for (const store of stores.values()) store.leave()
}
