/** Rows of the catalogs as `catalogQuery` answers them: arrays rather than objects, because a large database has a hundred thousand. */
export interface CatalogRows {
  readonly relations: readonly RelationRow[]
  readonly comments: readonly CommentRow[]
  readonly defaults: readonly DefaultRow[]
  readonly keys: readonly KeyRow[]
  readonly domains: readonly DomainRow[]
  readonly enums: readonly EnumRow[]
  readonly routines: readonly RoutineRow[]
  readonly computed: readonly ComputedRow[]
  readonly casts: readonly CastRow[]
  readonly handlers: readonly HandlerRow[]
  readonly features: readonly (readonly [schema: string])[]
}

/**
 * A relation of an exposed schema. `changes` has a bit for each event: 4 for updates, 8 for inserts, 16 for deletes, as
 * `pg_relation_is_updatable` answers, and 32 for a table that no other inherits from, of which only partitions are read as its own rows.
 */
export type RelationRow = readonly [
  oid: number,
  schema: string,
  name: string,
  kind: 'r' | 'p' | 'v' | 'm' | 'f',
  changes: number,
  columns: readonly ColumnRow[],
]

export type ColumnRow = readonly [
  number: number,
  name: string,
  type: number,
  typeName: string,
  modifier: number,
  isNotNull: boolean,
  identity: '' | 'a' | 'd',
  generated: '' | 's' | 'v',
]

/** `column` is 0 for the relation's own comment. */
export type CommentRow = readonly [relation: number, column: number, text: string]

export type DefaultRow = readonly [relation: number, column: number, expression: string]

/** A primary key, a unique constraint or a foreign key of any schema; the last two are empty for the first two. */
export type KeyRow = readonly [
  kind: 'p' | 'u' | 'f',
  relation: number,
  name: string,
  columns: readonly number[],
  target: number,
  targetColumns: readonly number[] | null,
]

export type DomainRow = readonly [
  oid: number,
  name: string,
  base: number,
  baseName: string,
  modifier: number,
  isNotNull: boolean,
  defaultText: string | null,
]

export type EnumRow = readonly [oid: number, labels: readonly string[]]

export type RoutineRow = readonly [
  oid: number,
  schema: string,
  name: string,
  comment: string | null,
  parameterNames: readonly string[] | null,
  parameterModes: readonly ('i' | 'o' | 'b' | 'v' | 't')[] | null,
  parameterTypes: readonly string[],
  defaults: number,
  returned: string,
  isVoid: boolean,
  isSetOf: boolean,
  /** Relation of the composite type it returns; 0 for other types. */
  relation: number,
  isComposite: boolean,
  volatility: 'i' | 's' | 'v',
  configuration: readonly string[] | null,
]

/** `from` and `to` are relations, or other composite types. */
export type ComputedRow = readonly [schema: string, name: string, from: number, to: number, isToOne: boolean]

export type CastRow = readonly [source: number, target: number, schema: string, name: string]

/** Relation of its first argument's row type, or whether it accepts any type. */
export type HandlerRow = readonly [
  schema: string,
  name: string,
  kind: 'a' | 'f',
  relation: number | null,
  isForAny: boolean | null,
  domain: number,
  mediaType: string,
]
