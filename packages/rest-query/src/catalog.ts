/** What the data API knows of a database: read once, kept until the schema changes, and never changed itself. */
export interface Catalog {
  /** Another one after every change of the schema or of the configuration: plans and prepared statements belong to one epoch. */
  readonly epoch: string
  /** Exposed schemas that exist; the first is the default. */
  readonly schemas: readonly string[]
  /** Schemas that are searched as well, but not exposed. */
  readonly extraSearchPath: readonly string[]
  /** Tables, views, materialized views and foreign tables of the exposed schemas, by `relationKey`. */
  readonly relations: ReadonlyMap<string, Relation>
  /** Relationships by the `relationKey` of where they begin; each detected one is here in both directions. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>
  /** Functions of the exposed schemas, by `relationKey`: overloads of a name together. */
  readonly routines: ReadonlyMap<string, readonly Routine[]>
  /** Domains with implicit casts that shape what goes out and comes in. By type as `format_type` writes it, schema included. */
  readonly representations: ReadonlyMap<string, Representation>
  /** Functions that make a media type of an owner's own. */
  readonly mediaHandlers: readonly MediaHandler[]
  /** Whether rows can become GeoJSON features, which PostGIS makes. */
  readonly hasFeatures: boolean
  /** Names that `Prefer: timezone` may have. */
  readonly timeZones: ReadonlySet<string>
  readonly settings: CatalogSettings
}

/** Configuration of the data API as the database holds it (`alter role authenticator set pgrst.…`), defaults filled in. */
export interface CatalogSettings {
  /** Most rows of every level of a read; null for no limit. */
  readonly maxRows: number | null
  /** A function without arguments, as `schema.name` or `name`, that is called before every request; null for none. */
  readonly preRequest: string | null
  readonly areAggregatesEnabled: boolean
  readonly arePlansEnabled: boolean
  /** Whether `Prefer: tx=` may choose, and how transactions end otherwise. */
  readonly transactionEnd: 'commit' | 'commit-allow-override' | 'rollback' | 'rollback-allow-override'
  /** A function, as `schema.name` or `name` of the default schema, that answers the root path in place of OpenAPI; null for none. */
  readonly rootSpec: string | null
  readonly openApiMode: 'follow-privileges' | 'ignore-privileges' | 'disabled'
}

/** The key of a relation or a routine's name in the maps of a catalog. Neither half can hold NUL. */
export function relationKey(schema: string, name: string): string {
  return `${schema}\0${name}`
}

export interface Relation {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly kind: 'table' | 'partitioned table' | 'view' | 'materialized view' | 'foreign table'
  /** Its comment. */
  readonly description: string | null
  /** In the order of the table. */
  readonly columns: ReadonlyMap<string, Column>
  /** Names of the primary key's columns; of a view those that show its table's, when all are there. Empty without one. */
  readonly primaryKey: readonly string[]
  /** Whether no two of its rows have the same key: not of views, nor of tables that others inherit from. */
  readonly isKeyUnique: boolean
  /** What can be done to it at all, whoever may: views are not always writable. */
  readonly isInsertable: boolean
  readonly isUpdatable: boolean
  readonly isDeletable: boolean
}

export interface Column {
  readonly name: string
  /** What a value is cast to: as `format_type` writes it with the schema where it needs one, so that it is SQL. */
  readonly type: string
  /** Of a domain, what it is made of; else the same as `type`. */
  readonly baseType: string
  readonly isNullable: boolean
  /** As SQL; null without one. An identity column has none and `isIdentity`. */
  readonly default: string | null
  readonly isIdentity: boolean
  /** It can't be written: generated always as an expression. */
  readonly isGenerated: boolean
  /** Labels of an enum, in order; empty for other types. */
  readonly enumLabels: readonly string[]
  /** Most characters of `character varying(n)` and `character(n)`. */
  readonly maxLength: number | null
  readonly description: string | null
}

/** A pair of columns: of the relation where the relationship begins, and of the one where it leads. */
export type ColumnPair = readonly [from: string, to: string]

interface RelationshipBase {
  /** `relationKey` of where it begins. */
  readonly from: string
  /** `relationKey` of where it leads. */
  readonly to: string
  readonly isSelf: boolean
}

/** A foreign key, or what is left of one in views over its tables. */
export interface DirectRelationship extends RelationshipBase {
  readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one'
  readonly constraint: string
  readonly columns: readonly ColumnPair[]
  /** Whether the foreign key's columns are at `from`: of a one-to-one, which way round it is. */
  readonly isForward: boolean
  /** Whether either end is a view: hints by constraint and column hold only between tables. */
  readonly touchesView: boolean
}

/** Two foreign keys of a junction whose columns are part of its primary key. */
export interface ManyToMany extends RelationshipBase {
  readonly kind: 'many-to-many'
  /** `relationKey` of the junction. */
  readonly junction: string
  /** Constraints of the junction to `from` and to `to`. */
  readonly constraints: readonly [string, string]
  /** Columns of `from`, with those of the junction. */
  readonly fromColumns: readonly ColumnPair[]
  /** Columns of the junction, with those of `to`. */
  readonly toColumns: readonly ColumnPair[]
  readonly touchesView: boolean
}

/** A function with the row of `from` as its only argument; it replaces detected relationships of its name. */
export interface ComputedRelationship extends RelationshipBase {
  readonly kind: 'computed'
  readonly schema: string
  readonly function: string
  readonly isToOne: boolean
}

export type Relationship = DirectRelationship | ManyToMany | ComputedRelationship

export interface Routine {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly description: string | null
  readonly parameters: readonly Parameter[]
  readonly returns: Returned
  readonly volatility: 'immutable' | 'stable' | 'volatile'
  /** Of its own `SET` clauses, those that hold for the whole transaction: `statement_timeout`, `default_transaction_isolation`. */
  readonly settings: Readonly<Record<string, string>>
}

export interface Parameter {
  /** Empty for an unnamed one. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly isVariadic: boolean
}

/** What a routine gives: of composite rows, the relation whose row type it is, if it is one of the catalog. */
export interface Returned {
  readonly kind: 'void' | 'scalar' | 'composite'
  readonly isSetOf: boolean
  /** As SQL. */
  readonly type: string
  /** `relationKey` of the relation whose rows it returns; null for scalars, and for `returns table (…)` and records. */
  readonly relation: string | null
}

/** A domain whose implicit casts say how its values are written. Each is a function as `schema.name`, quoted as SQL; null where there is no such cast. */
export interface Representation {
  readonly toJson: string | null
  readonly fromJson: string | null
  readonly fromText: string | null
}

/** An aggregate or function whose result is a domain named as a media type. */
export interface MediaHandler {
  /** Lower case, such as `application/geopackage+sqlite3`; any type (`*` twice) for all. */
  readonly mediaType: string
  readonly schema: string
  readonly name: string
  readonly kind: 'aggregate' | 'function'
  /** `relationKey` of the relation whose rows it takes; null for `anyelement`. Of a function, itself. */
  readonly of: string | null
  /** The domain, as SQL. */
  readonly domain: string
  /** What the domain is made of: bytes are sent as they are. */
  readonly baseType: string
}
