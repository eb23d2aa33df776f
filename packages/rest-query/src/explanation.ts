/** Accept header of a question about a request; `for` has the media type that the request itself would accept. */
export const explanationType = 'application/vnd.colonnade.explanation+json'

/** How the data API answers a request: what it would run and what applies, without running it. */
export interface Explanation {
  /** The database role that the request acts as. */
  readonly role: string
  /** The statement, with `$1` and so on. */
  readonly sql: string
  readonly parameters: readonly (string | null)[]
  readonly search_path: readonly string[]
  readonly is_read_only: boolean
  /** What EXPLAIN prints for it; null if Postgres refuses to plan it for this role. */
  readonly plan: string | null
  /** Why there is no plan. */
  readonly plan_error: { readonly code: string; readonly message: string } | null
  /** Relations that the request names or its plan reads and writes. */
  readonly relations: readonly ExplainedRelation[]
}

export type PolicyCommand = 'select' | 'insert' | 'update' | 'delete'

export interface ExplainedRelation {
  readonly schema: string
  readonly name: string
  readonly is_view: boolean
  readonly owner: string
  /** A view that reads its tables with the rights of whoever asks, not those of its owner. */
  readonly is_invoker: boolean
  /** What the request does with it; empty if that is not known. */
  readonly commands: readonly PolicyCommand[]
  readonly is_rls_enabled: boolean
  /** Whether row-level security applies to this role: not to owners, superusers and roles that bypass it. */
  readonly is_rls_active: boolean
  /** Policies for this role and these commands. */
  readonly policies: readonly AppliedPolicy[]
}

export interface AppliedPolicy {
  readonly name: string
  readonly command: PolicyCommand | 'all'
  readonly is_permissive: boolean
  readonly roles: readonly string[]
  readonly using: string | null
  readonly check: string | null
}

/** Accept header of a question about the schema cache, sent to the root. With `Cache-Control: no-cache` it is loaded first. */
export const schemaCacheType = 'application/vnd.colonnade.schema-cache+json'

/** What the data API knows of a database's schema. */
export interface SchemaCacheState {
  /** When it was loaded. */
  readonly loaded_at: string
  readonly load_ms: number
  readonly relations: number
  readonly functions: number
  /** What was left out, such as exposed schemas that don't exist. */
  readonly warnings: readonly string[]
  /** Of a load since then that failed. */
  readonly last_error: { readonly at: string; readonly message: string } | null
}
