import { empty, type Fragment, ident, join, keyword, literal, sql } from '@colonnade/sql'
import { authoredExpression } from '../catalog/authored.ts'
import { defaultValue, generation, type SequenceOptions, sequenceClauses, whole } from '../columns/column-definition.ts'
import { qualified, type QualifiedName, type TypeName, typeName } from '../columns/type-name.ts'
import { type Command, command } from '../statement.ts'
import { tableSettings } from './create-table.ts'
import type { UpdateTable } from './update-table.ts'

/**
 * Changes of a table as a person would write them, for forms that know what the table is and show what they are about to do. Names are
 * those that hold when the statement runs. Where it is not known what is there, `tables.update` and `columns.update` look first.
 */

export interface TableName {
  readonly schema: string
  readonly name: string
}

/** What keeps a text from being one expression; null when nothing is known to. */
export function expressionProblem(text: string): string | null {
  try {
    authoredExpression(text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A column change. Several changes form one statement, which rewrites the table at most once. */
export type ColumnAlteration =
  | {
      readonly kind: 'type'
      readonly type: TypeName
      /** An expression of the old value; Postgres's own cast when left out. */
      readonly using?: string | null | undefined
      /** Postgres takes the new type's own when left out. */
      readonly collation?: QualifiedName | null | undefined
    }
  | { readonly kind: 'default'; readonly value: unknown; readonly format: 'literal' | 'expression'; readonly type?: TypeName }
  /** A default that is cast to the type that the column gets. */
  | { readonly kind: 'cast-default'; readonly expression: string; readonly type: TypeName }
  | { readonly kind: 'no-default' }
  | { readonly kind: 'nullable'; readonly isNullable: boolean }
  | { readonly kind: 'identity'; readonly generation: 'ALWAYS' | 'BY DEFAULT' }
  | { readonly kind: 'sequence'; readonly options: SequenceOptions; readonly restart?: string | null }
  | { readonly kind: 'no-identity' }
  /** 17 and later */
  | { readonly kind: 'generated'; readonly expression: string }
  | { readonly kind: 'not-generated' }
  | { readonly kind: 'storage'; readonly storage: 'PLAIN' | 'EXTERNAL' | 'EXTENDED' | 'MAIN' }
  | { readonly kind: 'compression'; readonly compression: 'pglz' | 'lz4' }

type Alterations = { readonly [Kind in ColumnAlteration['kind']]: (alteration: Extract<ColumnAlteration, { kind: Kind }>) => Fragment }

const alterations: Alterations = {
  type: ({ type, using, collation }) =>
    sql`type ${typeName(type)}${collation === undefined || collation === null ? empty : sql` collate ${qualified(collation)}`}${
      using === undefined || using === null ? empty : sql` using (${authoredExpression(using)})`
    }`,
  default: ({ value, format, type }) => sql`set default ${defaultValue(value, format, type)}`,
  'cast-default': ({ expression, type }) => sql`set default (${authoredExpression(expression)})::${typeName(type)}`,
  'no-default': () => sql`drop default`,
  nullable: ({ isNullable }) => (isNullable ? sql`drop not null` : sql`set not null`),
  identity: (alteration) => sql`set generated ${generation(alteration.generation)}`,
  sequence: ({ options, restart }) =>
    join(
      [
        ...sequenceClauses(options).map((clause) => sql`set ${clause}`),
        ...(restart === undefined || restart === null ? [] : [sql`restart with ${whole(restart)}`]),
      ],
      sql` `,
    ),
  'no-identity': () => sql`drop identity`,
  generated: ({ expression }) => sql`set expression as (${authoredExpression(expression)})`,
  'not-generated': () => sql`drop expression`,
  storage: ({ storage }) => sql`set storage ${keyword(storage, ['PLAIN', 'EXTERNAL', 'EXTENDED', 'MAIN'])}`,
  compression: ({ compression }) => sql`set compression ${ident(compression)}`,
}

/** @throws Error when there is nothing to change, or an expression is more than one */
export function alterColumn(table: TableName, column: string, changes: readonly ColumnAlteration[]): Command {
  if (changes.length === 0) throw new Error('A column change needs at least one action')
  const clauses = changes.map((change) => sql`alter column ${ident(column)} ${alterations[change.kind](change as never)}`)
  if (clauses.length === 1) return alter(table, clauses[0]!)
  return command(sql`alter table ${relation(table)}\n  ${join(clauses, sql`,\n  `)};`)
}

export function commentOnColumn(table: TableName, column: string, comment: string | null): Command {
  return command(sql`comment on column ${relation(table)}.${ident(column)} is ${literal(comment)};`)
}

/** Restrict: what depends on it in other objects keeps it. Indexes and constraints of its own table go with it. */
export function dropColumn(table: TableName, column: string): Command {
  return alter(table, sql`drop column ${ident(column)}`)
}

export function renameColumn(table: TableName, column: string, name: string): Command {
  return alter(table, sql`rename column ${ident(column)} to ${ident(name)}`)
}

export function dropConstraint(table: TableName, constraint: string): Command {
  return alter(table, sql`drop constraint ${ident(constraint)}`)
}

export function renameConstraint(table: TableName, constraint: string, name: string): Command {
  return alter(table, sql`rename constraint ${ident(constraint)} to ${ident(name)}`)
}

/** Looks at the rows that were there when it was added as NOT VALID. */
export function validateConstraint(table: TableName, constraint: string): Command {
  return alter(table, sql`validate constraint ${ident(constraint)}`)
}

/** An index is in the schema of its table. */
export function dropIndex({ schema }: TableName, index: string): Command {
  return command(sql`drop index ${ident(schema, index)};`)
}

export function renameIndex({ schema }: TableName, index: string, name: string): Command {
  return command(sql`alter index ${ident(schema, index)} rename to ${ident(name)};`)
}

/** Names the index whose order CLUSTER brings rows into. */
export function clusterOn(table: TableName, index: string): Command {
  return alter(table, sql`cluster on ${ident(index)}`)
}

type Settings = Pick<UpdateTable, 'rls_enabled' | 'rls_forced' | 'replica_identity' | 'replica_identity_index'>

/** @throws Error when nothing is set, or 'replica_identity_index is required when replica_identity is INDEX' */
export function alterTable(table: TableName, settings: Settings): Command {
  const clauses = tableSettings(settings)
  if (clauses.length === 0) throw new Error('A table change needs at least one action')
  return alter(table, join(clauses))
}

/** Unlogged tables skip WAL: faster, but empty after a crash. Both directions rewrite every row. */
export function setLogged(table: TableName, isLogged: boolean): Command {
  return alter(table, isLogged ? sql`set logged` : sql`set unlogged`)
}

export function commentOnTable(table: TableName, comment: string | null): Command {
  return command(sql`comment on table ${relation(table)} is ${literal(comment)};`)
}

export function moveTable(table: TableName, schema: string): Command {
  return alter(table, sql`set schema ${ident(schema)}`)
}

export function renameTable(table: TableName, name: string): Command {
  return alter(table, sql`rename to ${ident(name)}`)
}

/** Adds a table to a publication, or takes it out. */
export function publishTable(table: TableName, publication: string, isPublished: boolean): Command {
  return command(sql`alter publication ${ident(publication)} ${isPublished ? sql`add` : sql`drop`} table ${relation(table)};`)
}

/** Which columns of the source are copied, and what the sequences of the copy are to go on after. */
export interface RowCopy {
  readonly from: TableName
  readonly to: TableName
  readonly columns: readonly { readonly from: string; readonly to: string }[]
  /** Columns of the copy that a sequence of its own fills. */
  readonly counted: readonly string[]
}

/** Copies all rows, also into identities; refused when policies would hide some. The sequences go on after the largest value. */
export function copyRows({ from, to, columns, counted }: RowCopy): Command {
  return command(
    sql`set local row_security = off;`,
    sql`insert into ${relation(to)} (${join(columns.map((column) => ident(column.to)))})
overriding system value
select ${join(columns.map((column) => ident(column.from)))} from ${relation(from)};`,
    ...counted.map(
      (column) =>
        sql`select pg_catalog.setval(s.seqrelid::pg_catalog.regclass, least(greatest(case when s.seqincrement > 0 then m.largest else m.smallest end, s.seqmin), s.seqmax))
from (select pg_catalog.max(${ident(column)}) as largest, pg_catalog.min(${ident(column)}) as smallest from ${relation(to)}) m, pg_catalog.pg_sequence s
where s.seqrelid = pg_catalog.pg_get_serial_sequence(${literal(nameText(to))}, ${literal(column)})::pg_catalog.regclass and m.largest is not null;`,
    ),
  )
}

/** A name as functions of Postgres read it from a text. */
function nameText({ schema, name }: TableName): string {
  return [schema, name].map((part) => `"${part.replaceAll('"', '""')}"`).join('.')
}

function relation({ schema, name }: TableName): Fragment {
  return ident(schema, name)
}

function alter(table: TableName, what: Fragment): Command {
  return command(sql`alter table ${relation(table)} ${what};`)
}
