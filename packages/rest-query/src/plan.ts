import type { Slot } from './request.ts'

/** What fills a parameter of a plan's statement. */
export type PlanParameter =
  | { readonly kind: 'value'; readonly slot: Slot }
  /** A list of the request, written as a Postgres array. */
  | { readonly kind: 'list'; readonly slot: Slot }
  /** The body as it is. */
  | { readonly kind: 'body' }
  /** Known when the plan was made. */
  | { readonly kind: 'fixed'; readonly text: string }
  /** The least of what the request asks and what the settings allow, or how many rows to pass over: of a read's level. */
  | { readonly kind: 'limit'; readonly slots: readonly Slot[]; readonly max: number | null }
  | { readonly kind: 'offset'; readonly slots: readonly Slot[] }

/** One statement for all requests of one shape, in one epoch of a catalog. */
export interface Plan {
  /** SQL with `$1` …; its one row has the columns of `Outcome`, in that order. */
  readonly text: string
  readonly parameters: readonly PlanParameter[]
  /** The transaction may not write. */
  readonly isReadOnly: boolean
  /** Nothing stays of what it does: `Prefer: tx=rollback`. */
  readonly isRolledBack: boolean
  /** Schemas, exposed one first, that names are searched in. */
  readonly searchPath: readonly string[]
  /** Of a called function, what holds for its transaction. */
  readonly settings: Readonly<Record<string, string>>
  /** Whether it may leave settings of the session changed: a volatile function. */
  readonly mayChangeSession: boolean
}

/** The row of a plan's statement: texts as Postgres sends them. */
export interface Outcome {
  /** Rows without limit and offset, of `Prefer: count`; null when not asked. */
  readonly total: string | null
  /** Rows of the reply. */
  readonly rows: string
  /** The reply's body; bytes for a media type over bytea. */
  readonly body: string | Uint8Array | null
  /** JSON of `response.headers`, and `response.status`: what the database has set. */
  readonly responseHeaders: string | null
  readonly responseStatus: string | null
  /** Of `return=headers-only`, `id=eq.1` and so on for the row that was written. */
  readonly location: string | null
  /** Of an upsert, rows that are new. */
  readonly inserted: string | null
}

export interface RestReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}
