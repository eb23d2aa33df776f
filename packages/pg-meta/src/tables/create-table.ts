import { empty, type Fragment, ident, join, keyword, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { columnClause, ColumnDefinition, columnSettings, isGiven, SequenceOptions, sequenceClauses } from '../columns/column-definition.ts'
import { qualified, QualifiedName } from '../columns/type-name.ts'
import { constraintClause, ConstraintDefinition, withParameters } from '../constraints/constraint-definition.ts'
import { Parameters } from '../indexes/index-element.ts'
import { IndexDefinition } from '../indexes/index-row.ts'
import { indexStatements } from '../indexes/indexes.ts'
import { PartitionBound, partitionBound, PartitionKey, partitionKey } from '../partitions/partition-bounds.ts'
import { type Command, command } from '../statement.ts'
import { replicaIdentities } from './table-row.ts'

/** What LIKE can take along (Postgres documentation, CREATE TABLE). */
const likeOptions = [
  'ALL',
  'COMMENTS',
  'COMPRESSION',
  'CONSTRAINTS',
  'DEFAULTS',
  'GENERATED',
  'IDENTITY',
  'INDEXES',
  'STATISTICS',
  'STORAGE',
] as const

/** A sequence that belongs to a column and goes away with it, as that of a serial column. */
export const OwnedSequence = SequenceOptions.extend({
  schema: z.string(),
  name: z.string(),
  data_type: z.enum(['smallint', 'integer', 'bigint']),
  column: z.string(),
})
export type OwnedSequence = z.infer<typeof OwnedSequence>

export const CreateTable = z.object({
  name: z.string(),
  /** public when left out (spec §9). */
  schema: z.string().optional(),
  comment: z.string().nullish(),
  columns: z.array(ColumnDefinition).optional(),
  constraints: z.array(ConstraintDefinition).optional(),
  indexes: z.array(IndexDefinition).optional(),
  sequences: z.array(OwnedSequence).optional(),
  partition_by: PartitionKey.nullish(),
  /** Attaches the new table to that table as a partition. */
  partition_of: z.object({ parent: QualifiedName, bound: PartitionBound }).nullish(),
  /** Takes the columns of another table, and what else is named. */
  like: QualifiedName.extend({ including: z.array(z.enum(likeOptions)).optional() }).nullish(),
  rls_enabled: z.boolean().optional(),
  rls_forced: z.boolean().optional(),
  replica_identity: z.enum(replicaIdentities).optional(),
  replica_identity_index: z.string().nullish(),
  /** Not written ahead: faster, and empty after a crash. */
  is_unlogged: z.boolean().optional(),
  storage_parameters: Parameters.nullish(),
  tablespace: z.string().nullish(),
  /** heap, or one that an extension brings. */
  access_method: z.string().nullish(),
  /** Tables whose columns and rows it takes part in, apart from partitions. */
  inherits: z.array(QualifiedName).optional(),
  /** The index whose order CLUSTER brings rows into. */
  cluster_index: z.string().nullish(),
})
export type CreateTable = z.infer<typeof CreateTable>

/**
 * A whole table in one step: columns, constraints, indexes, the sequences that belong to it, and comments.
 *
 * @throws Error 'Columns cannot both be identity and have a default value', 'replica_identity_index is required when replica_identity
 * is INDEX', or as `constraintClause` and `columnClause`
 */
export function create(table: CreateTable): Command {
  const { name, schema = 'public', comment, like, sequences = [], indexes = [], inherits = [], partition_by, partition_of } = table
  const relation = ident(schema, name)
  const { columns, constraints } = withKeyOfTable(table.columns ?? [], table.constraints ?? [])
  const body = [
    ...columns.map((column) => columnClause(column)),
    ...constraints.filter((constraint) => !isUnvalidated(constraint)).map((constraint) => constraintClause(constraint)),
    ...(isGiven(like)
      ? [sql`like ${qualified(like)}${join([empty, ...(like.including ?? []).map((what) => sql`including ${keyword(what, likeOptions)}`)], sql` `)}`]
      : []),
  ]
  return command(
    ...sequences.map(
      (sequence) =>
        sql`create sequence ${qualified(sequence)} as ${keyword(sequence.data_type, ['smallint', 'integer', 'bigint'])}${options(sequence)};`,
    ),
    sql`create ${table.is_unlogged === true ? sql`unlogged ` : empty}table ${relation} (${body.length === 0 ? empty : sql`\n  ${join(body, sql`,\n  `)}\n`})${inherits.length === 0 ? empty : sql` inherits (${join(inherits.map((parent) => qualified(parent)))})`}${
      isGiven(partition_by) ? sql` partition by ${partitionKey(partition_by)}` : empty
    }${isGiven(table.access_method) ? sql` using ${ident(table.access_method)}` : empty}${withParameters(table.storage_parameters)}${isGiven(table.tablespace) ? sql` tablespace ${ident(table.tablespace)}` : empty};`,
    ...sequences.map((sequence) => sql`alter sequence ${qualified(sequence)} owned by ${relation}.${ident(sequence.column)};`),
    ...(isGiven(comment) ? [sql`comment on table ${relation} is ${literal(comment)};`] : []),
    ...columns.flatMap((column) => columnSettings(relation, column)),
    ...constraints
      .filter((constraint) => isUnvalidated(constraint))
      .map((constraint) => sql`alter table ${relation} add ${constraintClause(constraint)};`),
    ...constraints.flatMap((constraint) => constraintComment(relation, constraint)),
    ...indexes.flatMap((index) => indexStatements({ ...index, schema, table: name })),
    ...(isGiven(table.cluster_index) ? [sql`alter table ${relation} cluster on ${ident(table.cluster_index)};`] : []),
    ...tableSettings(table).map((setting) => sql`alter table ${relation} ${setting};`),
    ...(isGiven(partition_of)
      ? [sql`alter table ${qualified(partition_of.parent)} attach partition ${relation} ${partitionBound(partition_of.bound)};`]
      : []),
  )
}

/** A table that is just made has no rows, and Postgres takes its constraints as validated whatever is said. */
function isUnvalidated(constraint: ConstraintDefinition): boolean {
  return 'is_validated' in constraint && constraint.is_validated === false && constraint.is_enforced !== false
}

type Settings = Pick<CreateTable, 'rls_enabled' | 'rls_forced' | 'replica_identity' | 'replica_identity_index'>

/** What `alter table` says of a table as a whole. @throws Error 'replica_identity_index is required when replica_identity is INDEX' */
export function tableSettings({ rls_enabled, rls_forced, replica_identity, replica_identity_index }: Settings): Fragment[] {
  return [
    ...(rls_enabled === undefined ? [] : [rls_enabled ? sql`enable row level security` : sql`disable row level security`]),
    ...(rls_forced === undefined ? [] : [rls_forced ? sql`force row level security` : sql`no force row level security`]),
    ...(replica_identity === undefined ? [] : [sql`replica identity ${replicaIdentity(replica_identity, replica_identity_index)}`]),
  ]
}

function replicaIdentity(identity: (typeof replicaIdentities)[number], index: string | null | undefined): Fragment {
  if (identity !== 'INDEX') return keyword(identity, replicaIdentities)
  if (!isGiven(index)) throw new Error('replica_identity_index is required when replica_identity is INDEX')
  return sql`using index ${ident(index)}`
}

/** Several columns that are each said to be the primary key are it together. */
function withKeyOfTable(columns: readonly ColumnDefinition[], constraints: readonly ConstraintDefinition[]) {
  const key = columns.filter(({ is_primary_key }) => is_primary_key === true).map(({ name }) => name)
  if (key.length < 2) return { columns, constraints }
  return {
    columns: columns.map((column) => ({ ...column, is_primary_key: false })),
    constraints: [{ type: 'primary', columns: key } satisfies ConstraintDefinition, ...constraints],
  }
}

function constraintComment(relation: Fragment, { name, comment }: ConstraintDefinition): Fragment[] {
  if (!isGiven(comment)) return []
  if (!isGiven(name)) throw new Error('A constraint needs a name to have a comment')
  return [sql`comment on constraint ${ident(name)} on ${relation} is ${literal(comment)};`]
}

function options(sequence: OwnedSequence): Fragment {
  return join([empty, ...sequenceClauses(sequence)], sql` `)
}
