import type { QueryField, QueryNotice } from '@colonnade/contracts/data/queries'
import type { TransactionState } from '@colonnade/contracts/data/sql-runs'
import type { AppError } from '@colonnade/core'
import type { TextEdit } from '../../../lib/sql-text/edits.ts'
import type { RunAs } from '../../../scope/run-sql.ts'

/** What is sent: the whole text or a part of it, which starts `offset` units into the text, at that line and column (from 1). */
export interface SqlPart {
  readonly text: string
  readonly offset: number
  readonly start: { readonly line: number; readonly column: number }
  readonly isSelection: boolean
  /** What was put into the text and is not in the editor: places and lengths in UTF-16 units of `text`, in order. */
  readonly insertions?: readonly { readonly at: number; readonly length: number }[]
  /** What is written in the editor, and what of it was replaced in `text`: parameters by their values, psql's commands by queries. */
  readonly source?: { readonly text: string; readonly edits: readonly TextEdit[] }
}

export type ResultRow = readonly (string | null)[]

/** The rows of one statement. */
export interface ResultSet {
  readonly fields: readonly QueryField[]
  /** Grows in place while rows arrive; `count` of them belong to this state. */
  readonly rows: readonly ResultRow[]
  readonly count: number
  /** Values that came cut: "row column" → their whole length in characters. */
  readonly cut: ReadonlyMap<string, number>
  /** All its rows are here. */
  readonly isComplete: boolean
  /** There are more rows than were asked for. */
  readonly isTruncated: boolean
}

/** A statement that is done. */
export interface DoneStatement {
  /** The command tag's words: "SELECT", "CREATE TABLE". */
  readonly command: string
  readonly rowCount: number | null
  /** There are more rows than were asked for, and `rowCount` is how many came. Only of one without columns: else its set says so. */
  readonly isTruncated?: true
  readonly durationMs: number
  /** Its place in `sets`; null when it has no columns. */
  readonly set: number | null
  /** What it changed was rolled back later in the run. */
  readonly isRolledBack?: true
}

/** What a run has answered so far. */
export interface RunOutput {
  readonly sets: readonly ResultSet[]
  readonly statements: readonly DoneStatement[]
  readonly notices: readonly QueryNotice[]
}

export const noOutput: RunOutput = { sets: [], statements: [], notices: [] }

export interface SqlRunOptions {
  /** Null for all rows. */
  readonly rowLimit: number | null
  /** 0 is none. */
  readonly timeoutMs: number
  /** The project's own user when left out. */
  readonly as?: RunAs | undefined
  /** By its identifier; the primary when left out. */
  readonly database?: string | undefined
  /** On the connection that the document keeps, which is opened when there is none; else on one that ends with the run. */
  readonly keepsSession?: boolean | undefined
  /** Each statement is committed before the next one runs; else they share a transaction. */
  readonly commitsEach?: boolean | undefined
  /** The project's name, typed for this run, while the production lock is on. */
  readonly confirmedName?: string | undefined
}

/** What is lost when a session ends. */
export interface SessionHolds {
  readonly transaction: TransactionState
  /** When the transaction began, as an ISO time; null without one. */
  readonly transactionStartedAt: string | null
  /** Statements that ended in the transaction, as far as they were run from here; the one that began it counts. */
  readonly statements: number
}

/** The connection that a document keeps from one run to the next. */
export type SqlSession =
  | { readonly kind: 'none' }
  | (SessionHolds & {
      readonly kind: 'kept'
      readonly id: string
      /** The database that it is connected to; undefined is the primary. */
      readonly database: string | undefined
      /** When its last run ended, by Date.now(): it is closed `sqlSessionIdleSeconds` later. */
      readonly idleSince: number
    })
  /** It was closed by the server, its backend was ended, or the run on it was cut off; with what it held when it was last heard of. */
  | (SessionHolds & { readonly kind: 'lost' })

export const noSession: SqlSession = { kind: 'none' }

interface Ended {
  /** Identifies the run. */
  readonly key: string
  readonly part: SqlPart
  readonly options: SqlRunOptions
  readonly output: RunOutput
  /** From the click to the end of the answer. */
  readonly tookMs: number
  /** Of the session, after the run. */
  readonly transaction: TransactionState
}

export type RunningRun = Extract<SqlRunState, { readonly kind: 'running' }>

export type SqlRunState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running'
      /** Under this it can be cancelled. */
      readonly key: string
      readonly startedAt: number
      readonly part: SqlPart
      readonly options: SqlRunOptions
      readonly output: RunOutput
      readonly isCancelling: boolean
    }
  | (Ended & { readonly kind: 'done'; /** As the server measured it. */ readonly durationMs: number })
  | (Ended & { readonly kind: 'failed'; readonly error: AppError })
