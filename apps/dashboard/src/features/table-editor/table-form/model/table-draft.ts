import type { ConstraintDefinition } from '@colonnade/pg-meta/constraints'
import type { DefinedTable } from '@colonnade/pg-meta/table-definition'
import { literalOf } from '../types/default-values.ts'

/** Names a part of a draft, also while it is renamed: "column:id" of a column that is there, "new:3" of one that is not. */
export type DraftId = string

export type IdentityGeneration = 'ALWAYS' | 'BY DEFAULT'

/** How an identity counts, as it is typed; an empty text is Postgres's default. */
export interface IdentityDraft {
  readonly start: string
  readonly increment: string
  readonly min_value: string
  readonly max_value: string
  readonly cache: string
  readonly cycle: boolean
  /** The next value, of an identity that is there. */
  readonly restart: string
}

/** Where a column's value comes from when a row brings none: one place, so that an identity has no default (spec §5). */
export type ColumnSource =
  | { readonly kind: 'none' }
  | { readonly kind: 'default'; readonly text: string; readonly format: 'literal' | 'expression' }
  | { readonly kind: 'identity'; readonly generation: IdentityGeneration; readonly options: IdentityDraft }
  | { readonly kind: 'generated'; readonly expression: string; readonly storage: 'STORED' | 'VIRTUAL' }

export interface ColumnDraft {
  readonly id: DraftId
  /** Its name in the table that the draft is of; null for a new one. */
  readonly origin: string | null
  readonly name: string
  /** As SQL writes it: "numeric(10,2)", "public.mood[]" */
  readonly type: string
  /** How values that are there become the new type; empty for Postgres's own cast. */
  readonly using: string
  readonly source: ColumnSource
  readonly isNullable: boolean
  readonly comment: string
}

interface Named {
  readonly id: DraftId
  /** Its name in the table that the draft is of; null for a new one. */
  readonly origin: string | null
  /** Empty: Postgres finds one. */
  readonly name: string
  /** Comes from a parent table: it changes there. */
  readonly isInherited: boolean
}

export interface KeyDraft extends Named {
  readonly columns: readonly DraftId[]
}

export interface UniqueDraft extends KeyDraft {
  readonly nullsNotDistinct: boolean
}

export interface CheckDraft extends Named {
  readonly expression: string
  /** The only column that it is about, as far as that is known. */
  readonly column: DraftId | null
  readonly isValidated: boolean
}

export const referentialActions = ['NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL', 'SET DEFAULT'] as const
export type ReferentialAction = (typeof referentialActions)[number]

export type ForeignTarget =
  | { readonly kind: 'self'; readonly columns: readonly (DraftId | null)[] }
  | { readonly kind: 'table'; readonly schema: string; readonly table: string; readonly columns: readonly (string | null)[] }

export interface ForeignKeyDraft extends Named {
  readonly columns: readonly (DraftId | null)[]
  /** Null until one is chosen. */
  readonly target: ForeignTarget | null
  readonly onUpdate: ReferentialAction
  readonly onDelete: ReferentialAction
  readonly isValidated: boolean
  readonly isDeferrable: boolean
  readonly isInitiallyDeferred: boolean
}

/** An index that no constraint made. One that is there is renamed or dropped; `definition` says what it is. */
export interface IndexDraft extends Named {
  readonly columns: readonly DraftId[]
  readonly method: string
  readonly isUnique: boolean
  readonly definition: string | null
}

/** An enum that is created together with the table. */
export interface EnumDraft {
  readonly schema: string
  readonly name: string
  readonly values: readonly string[]
}

export type PartitionStrategy = 'range' | 'list' | 'hash'

export interface PartitionKeyDraft {
  readonly strategy: PartitionStrategy
  readonly columns: readonly DraftId[]
}

/** A partition to create or a table to attach; which texts count depends on the strategy. */
export interface PartitionDraft {
  readonly id: DraftId
  /** The table that is attached, null in it until one is chosen; null for a new partition. */
  readonly attaches: { readonly table: { readonly schema: string; readonly name: string } | null } | null
  /** For a new partition. */
  readonly name: string
  readonly isDefault: boolean
  /** One for each column of the key; empty is open. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** Values of a list, one a line. */
  readonly values: string
  readonly modulus: string
  readonly remainder: string
}

export type ReplicaIdentity = DefinedTable['replica_identity'] & string

/** A table as the form shows it. What is not in here is not touched. */
export interface TableDraft {
  readonly schema: string
  readonly name: string
  readonly comment: string
  readonly columns: readonly ColumnDraft[]
  /** Created if a column is of one. */
  readonly newEnums: readonly EnumDraft[]
  readonly primaryKey: KeyDraft | null
  readonly uniques: readonly UniqueDraft[]
  readonly checks: readonly CheckDraft[]
  readonly foreignKeys: readonly ForeignKeyDraft[]
  readonly indexes: readonly IndexDraft[]
  readonly isRlsEnabled: boolean
  readonly isRlsForced: boolean
  readonly isUnlogged: boolean
  readonly replicaIdentity: ReplicaIdentity
  /** Whether the publication of realtime holds it. */
  readonly isPublished: boolean
  /** For a new table. */
  readonly partitionBy: PartitionKeyDraft | null
  readonly newPartitions: readonly PartitionDraft[]
  /** Oids of partitions that become tables of their own. */
  readonly detached: readonly number[]
}

export const noIdentityOptions: IdentityDraft = { start: '', increment: '', min_value: '', max_value: '', cache: '', cycle: false, restart: '' }

/** A new table: an identity key and the creation time of the row. */
export function newTableDraft(schema: string): TableDraft {
  return {
    schema,
    name: '',
    comment: '',
    columns: [
      {
        ...blankColumn('new:1'),
        name: 'id',
        type: 'bigint',
        source: { kind: 'identity', generation: 'BY DEFAULT', options: noIdentityOptions },
        isNullable: false,
      },
      {
        ...blankColumn('new:2'),
        name: 'created_at',
        type: 'timestamp with time zone',
        source: { kind: 'default', text: 'now()', format: 'expression' },
        isNullable: false,
      },
    ],
    newEnums: [],
    primaryKey: { id: 'new:3', origin: null, name: '', isInherited: false, columns: ['new:1'] },
    uniques: [],
    checks: [],
    foreignKeys: [],
    indexes: [],
    isRlsEnabled: true,
    isRlsForced: false,
    isUnlogged: false,
    replicaIdentity: 'DEFAULT',
    isPublished: false,
    partitionBy: null,
    newPartitions: [],
    detached: [],
  }
}

export function blankColumn(id: DraftId): ColumnDraft {
  return { id, origin: null, name: '', type: 'text', using: '', source: { kind: 'none' }, isNullable: true, comment: '' }
}

/** The draft of a table that is there; two drafts of the same definition are equal. */
export function draftOf(table: DefinedTable, isPublished: boolean): TableDraft {
  const columnIds = (names: readonly string[]) => names.map(columnId)
  const ofType = <Type extends ConstraintDefinition['type']>(type: Type) =>
    table.constraints.filter((constraint): constraint is Extract<DefinedTable['constraints'][number], { type: Type }> => constraint.type === type)
  const named = (constraint: { readonly name: string; readonly is_inherited?: boolean }, kind: string): Named => ({
    id: `${kind}:${constraint.name}`,
    origin: constraint.name,
    name: constraint.name,
    isInherited: constraint.is_inherited ?? false,
  })
  const [primary] = ofType('primary')
  return {
    schema: table.schema,
    name: table.name,
    comment: table.comment ?? '',
    columns: (table.columns ?? []).map((column) => ({
      id: columnId(column.name),
      origin: column.name,
      name: column.name,
      type: String(column.type),
      using: '',
      source: sourceOf(column),
      isNullable: column.is_nullable ?? true,
      comment: column.comment ?? '',
    })),
    newEnums: [],
    primaryKey: primary === undefined ? null : { ...named(primary, 'constraint'), columns: columnIds(primary.columns) },
    uniques: ofType('unique').map((unique) => ({
      ...named(unique, 'constraint'),
      columns: columnIds(unique.columns),
      nullsNotDistinct: unique.nulls_not_distinct ?? false,
    })),
    checks: ofType('check').map((check) => ({
      ...named(check, 'constraint'),
      expression: check.expression,
      column: check.columns.length === 1 ? columnId(check.columns[0]!) : null,
      isValidated: check.is_validated ?? true,
    })),
    foreignKeys: ofType('foreign').map((key) => ({
      ...named(key, 'constraint'),
      columns: columnIds(key.columns),
      target:
        key.target.schema === table.schema && key.target.table === table.name
          ? { kind: 'self', columns: columnIds(key.target.columns ?? []) }
          : { kind: 'table', schema: key.target.schema ?? 'public', table: key.target.table, columns: key.target.columns ?? [] },
      onUpdate: key.on_update ?? 'NO ACTION',
      onDelete: key.on_delete ?? 'NO ACTION',
      isValidated: key.is_validated ?? true,
      isDeferrable: key.is_deferrable ?? false,
      isInitiallyDeferred: key.is_initially_deferred ?? false,
    })),
    indexes: table.indexes.map((index) => ({
      ...named(index, 'index'),
      isInherited: index.is_of_partition,
      columns: columnIds(index.elements.flatMap(({ column }) => column ?? [])),
      method: index.method ?? 'btree',
      isUnique: index.is_unique ?? false,
      definition: indexWords(index),
    })),
    isRlsEnabled: table.rls_enabled ?? false,
    isRlsForced: table.rls_forced ?? false,
    isUnlogged: table.is_unlogged ?? false,
    replicaIdentity: table.replica_identity ?? 'DEFAULT',
    isPublished,
    partitionBy: null,
    newPartitions: [],
    detached: [],
  }
}

export function columnId(name: string): DraftId {
  return `column:${name}`
}

function sourceOf(column: NonNullable<DefinedTable['columns']>[number]): ColumnSource {
  if (column.is_identity === true) {
    const { start, increment, min_value, max_value, cache, cycle } = column.identity_options ?? {}
    const text = (value: string | number | bigint | null | undefined) => (value === null || value === undefined ? '' : String(value))
    return {
      kind: 'identity',
      generation: column.identity_generation ?? 'BY DEFAULT',
      options: {
        start: text(start),
        increment: text(increment),
        min_value: text(min_value),
        max_value: text(max_value),
        cache: text(cache),
        cycle: cycle ?? false,
        restart: '',
      },
    }
  }
  if (typeof column.generation_expression === 'string') {
    return { kind: 'generated', expression: column.generation_expression, storage: column.generation_kind ?? 'STORED' }
  }
  if (typeof column.default_value === 'string') {
    const literal = literalOf(column.default_value, String(column.type))
    return literal === null
      ? { kind: 'default', text: column.default_value, format: 'expression' }
      : { kind: 'default', text: literal, format: 'literal' }
  }
  return { kind: 'none' }
}

/** "btree (a, lower(b)) where c": what a line of the form says of an index. */
function indexWords({ method, elements, include = [], predicate }: DefinedTable['indexes'][number]): string {
  const parts = elements.map(({ column, expression, order, nulls }) => {
    const isUsual = (order ?? 'asc') === 'asc' ? (nulls ?? 'last') === 'last' : nulls === 'first'
    return `${column ?? expression}${order === 'desc' ? ' desc' : ''}${isUsual ? '' : ` nulls ${nulls}`}`
  })
  const rest = include.length === 0 ? '' : ` include (${include.join(', ')})`
  return `${method ?? 'btree'} (${parts.join(', ')})${rest}${typeof predicate === 'string' ? ` where ${predicate}` : ''}`
}
