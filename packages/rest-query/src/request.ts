/** The place of a value in `ParsedRequest.values`. */
export type Slot = number

/** What a request asks for, apart from the values in it: requests that differ only in values have the same `shape` and the same plan. */
export interface ParsedRequest {
  /** A key of everything but the values. */
  readonly shape: string
  readonly request: RestRequest
  /** Texts as they were sent, decoded; a list for `in.(…)` and for the arguments of a function, of which one may come several times. */
  readonly values: readonly (string | readonly string[])[]
  /** null when the method has none, or none was sent. */
  readonly body: Body | null
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS'

export interface RestRequest {
  readonly method: Method
  readonly target: Target
  /** The schema that Accept-Profile or Content-Profile names; null for the default. */
  readonly profile: string | null
  readonly query: Query
  readonly preferences: Preferences
  /** In the order of preference, best first. */
  readonly accept: readonly Accepted[]
  /** What the body holds, as far as a plan depends on it. */
  readonly body: BodyShape | null
  /** Rows that a Range header asks for. `limit` and `offset` of the top level are worked into it, and left out of the query. */
  readonly range: { readonly offset: Slot; readonly limit: Slot | null } | null
}

export type Target =
  | { readonly kind: 'root' }
  | { readonly kind: 'relation'; readonly name: string }
  | { readonly kind: 'routine'; readonly name: string }

/** What the query string says. Parts with `at` belong to an embedded relation: names or aliases from the outside in; empty at the top. */
export interface Query {
  /** `*` when nothing is said. */
  readonly select: readonly SelectItem[]
  readonly filters: readonly (At & { readonly condition: Condition })[]
  readonly orders: readonly (At & { readonly terms: readonly OrderTerm[] })[]
  readonly limits: readonly (At & { readonly limit: Slot })[]
  readonly offsets: readonly (At & { readonly offset: Slot })[]
  /** Names in `columns=`; null when it is not there. */
  readonly columns: readonly string[] | null
  readonly onConflict: readonly string[] | null
  /** Of a GET or HEAD of a function: what may be its arguments. `value` is a list of all that were given for the name. */
  readonly arguments: readonly { readonly name: string; readonly value: Slot }[]
}

export interface At {
  readonly at: readonly string[]
}

/** A column, or a part of a JSON value in it. The result of a path is named by its last key. */
export interface Path {
  readonly column: string
  readonly steps: readonly { readonly arrow: '->' | '->>'; readonly key: string | number }[]
}

export type AggregateFunction = 'sum' | 'avg' | 'count' | 'max' | 'min'

export type SelectItem =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'column'
      readonly path: Path
      readonly alias: string | null
      readonly cast: string | null
      readonly aggregate: { readonly function: AggregateFunction; readonly cast: string | null } | null
    }
  /** `count()` of rows. */
  | { readonly kind: 'count'; readonly alias: string | null; readonly cast: string | null }
  | {
      readonly kind: 'embed'
      readonly target: string
      readonly alias: string | null
      readonly hint: string | null
      readonly join: 'left' | 'inner'
      readonly isSpread: boolean
      readonly select: readonly SelectItem[]
    }

export type Comparison =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'like'
  | 'ilike'
  | 'match'
  | 'imatch'
  | 'cs'
  | 'cd'
  | 'ov'
  | 'sl'
  | 'sr'
  | 'nxr'
  | 'nxl'
  | 'adj'

export type FullTextSearch = 'fts' | 'plfts' | 'phfts' | 'wfts'

export type Operation =
  /** With a quantifier, the value is a Postgres array such as `{a,b}`. Of like and ilike, `*` has become `%`. */
  | { readonly kind: 'comparison'; readonly operator: Comparison; readonly quantifier: 'any' | 'all' | null; readonly value: Slot }
  /** The value is a list. */
  | { readonly kind: 'in'; readonly value: Slot }
  | { readonly kind: 'is'; readonly value: 'null' | 'not_null' | 'true' | 'false' | 'unknown' }
  | { readonly kind: 'isdistinct'; readonly value: Slot }
  | { readonly kind: 'search'; readonly operator: FullTextSearch; readonly language: string | null; readonly value: Slot }

export type Condition =
  /** `path.column` may be the name or alias of an embedded relation: then the operation is `is` null or not null. */
  | { readonly kind: 'filter'; readonly path: Path; readonly isNegated: boolean; readonly operation: Operation }
  | { readonly kind: 'and' | 'or'; readonly isNegated: boolean; readonly conditions: readonly Condition[] }

export interface OrderTerm {
  readonly path: Path
  /** The embedded to-one relation that has the column; null for the table's own columns. */
  readonly relation: string | null
  readonly direction: 'asc' | 'desc' | null
  readonly nulls: 'first' | 'last' | null
}

/** Of `Prefer`, the first of each kind; null where nothing, or nothing known, was said. */
export interface Preferences {
  readonly return: 'minimal' | 'representation' | 'headers-only' | null
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  readonly missing: 'default' | 'null' | null
  readonly count: 'exact' | 'planned' | 'estimated' | null
  readonly tx: 'commit' | 'rollback' | null
  readonly timezone: string | null
  readonly maxAffected: number | null
  readonly handling: 'strict' | 'lenient' | null
  /** What was not understood: with `handling=strict` the request is refused (PGRST122). */
  readonly invalid: readonly string[]
}

/** A media type of the Accept header, understood as far as ours go. */
export type Accepted =
  | { readonly kind: 'json' }
  | { readonly kind: 'object'; readonly areNullsStripped: boolean }
  | { readonly kind: 'array'; readonly areNullsStripped: boolean }
  | { readonly kind: 'csv' }
  | { readonly kind: 'geojson' }
  | { readonly kind: 'openapi' }
  | {
      readonly kind: 'plan'
      readonly format: 'json' | 'text'
      readonly of: Exclude<Accepted, { kind: 'plan' }>
      readonly options: readonly PlanOption[]
    }
  | { readonly kind: 'any' }
  /** Any other, in lower case and without parameters: one of the owner's own, or none that we have. */
  | { readonly kind: 'other'; readonly mediaType: string }

export type PlanOption = 'analyze' | 'verbose' | 'settings' | 'buffers' | 'wal'

/** What a plan depends on in a body. */
export type BodyShape =
  /** Objects with these keys, sorted as in the first; null where `columns=` says which, or for what is neither object nor array. */
  | { readonly kind: 'json'; readonly isArray: boolean; readonly keys: readonly string[] | null }
  /** Passed to a single unnamed parameter as it is. */
  | { readonly kind: 'raw'; readonly type: 'text' | 'xml' | 'bytea' }

export interface Body {
  readonly shape: BodyShape
  /** JSON, made of CSV and forms too; of a raw body what was sent, bytes for `bytea`. A long text is a list of pieces in UTF-8. */
  readonly content: string | Uint8Array | readonly Uint8Array[]
  /** How many rows an insert has; null where that is not known. */
  readonly rows: number | null
}
