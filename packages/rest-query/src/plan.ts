import type { Slot } from './request.ts'

/** A part of a result: rows to pass over, and the most that follow. */
export interface Window {
  readonly offset: Slot | null
  readonly limit: Slot | null
}

/** What fills a parameter of a plan's statement. */
export type PlanParameter =
  /** Of a list, its last value. */
  | { readonly kind: 'value'; readonly slot: Slot }
  /** A list of the request, written as a Postgres array. */
  | { readonly kind: 'list'; readonly slot: Slot }
  /** The body as it is. */
  | { readonly kind: 'body' }
  /** The least of what the request asks and what the settings allow. */
  | { readonly kind: 'limit'; readonly slot: Slot; readonly max: number | null }

export interface Statement {
  /** SQL with `$1` … */
  readonly text: string
  readonly parameters: readonly PlanParameter[]
}

/** What stands between the rows of a body, and after the last one. */
export interface Portions {
  readonly separator: string
  readonly closing: string
}

/** One statement for all requests of one shape, in one epoch of a catalog. */
export interface Plan extends Statement {
  /**
   * Its one row (the first of several if there are `portions`) has the columns of `Outcome`, in that order; a read by primary key has none when nothing is found. Of an explained one the
   * rows are lines of the body, one column each.
   */
  readonly text: string
  readonly isExplained: boolean
  /**
   * How the rows of the body are joined; null when the body is one value. The statement then returns more rows: the first one is the
   * `Outcome`, whose body comes before the rows, and each row after it is one row of the body, in the column of the body.
   */
  readonly portions: Portions | null
  /** Whether `plan` can write the body in portions. */
  readonly canPortion: boolean
  /** Runs before the plan, in the same batch, for `Prefer: count=planned` and `estimated`: its only row is `Outcome.estimate`. */
  readonly estimate: Statement | null
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
  readonly reply: PlannedReply
}

/** What is known of a reply before its statement ran. */
export interface PlannedReply {
  readonly kind: 'read' | 'insert' | 'update' | 'put' | 'delete' | 'call'
  /** null for a reply without content, whatever the statement gives. */
  readonly contentType: string | null
  /** HEAD: content is described, and not sent. */
  readonly isHead: boolean
  /** Of `vnd.pgrst.object`: one row, or an error. */
  readonly isSingular: boolean
  /** What is sent in place of a body that is null. */
  readonly emptyBody: string
  /** `body` is bytea. */
  readonly isBinary: boolean
  readonly preferenceApplied: string | null
  /** The schema, when there are several to choose from. */
  readonly contentProfile: string | null
  /** Where the result of a read is: `/films`; null for others. */
  readonly contentLocation: string | null
  /** The path and columns of `Location`, of which `Outcome.location` has the values. */
  readonly location: { readonly path: string; readonly columns: readonly string[] } | null
  /** How many rows come before those of a read. */
  readonly offset: Slot | null
  readonly count: 'exact' | 'planned' | 'estimated' | null
  readonly maxRows: number | null
  /** An insert that may update instead: 200 when no row is new. */
  readonly mayMerge: boolean
}

/** The row of a plan's statement: texts as Postgres sends them. */
export interface Outcome {
  /** Rows without limit and offset, of `Prefer: count`; null when not asked. */
  /** A number; of a count that is work of its own, `begun rows ended` with times in seconds: see `readTotal`. */
  readonly total: string | null
  /** Rows of the reply. */
  readonly rows: string
  /** The reply's body; bytes, or text in hex, for a media type over bytea. */
  readonly body: string | Uint8Array | null
  /** JSON of `response.headers`, and `response.status`: what the database has set. */
  readonly responseHeaders: string | null
  readonly responseStatus: string | null
  /** Of `return=headers-only`, a JSON array of the primary key's values of the row that was written. */
  readonly location: string | null
  /** Of an upsert, rows that are new. */
  readonly inserted: string | null
  /** What `Plan.estimate` gave. */
  readonly estimate?: string | null
}

export interface RestReply {
  readonly status: number
  /** Several values only for what can come several times, such as Set-Cookie. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string | Uint8Array | null
}
