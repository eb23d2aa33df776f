import type { LeftOut } from '@colonnade/contracts/copies/table-copies'
import { tables } from '@colonnade/pg-meta'
import { create as createConstraint } from '@colonnade/pg-meta/constraints'
import type { DefinedTable } from '@colonnade/pg-meta/table-definition'
import { quoteIdent, quoteLiteral } from '@colonnade/sql'
import { freeName } from './free-name.ts'

/** A statement that may fail without failing the copy. */
export interface Optional {
  readonly leftOut: LeftOut
  readonly sql: string
}

export interface CopyPlan {
  /** Creates the table with its keys and indexes. */
  readonly create: string
  /** Columns to copy; generated ones are computed again. */
  readonly columns: readonly string[]
  /** Columns that number their rows. */
  readonly numbered: readonly string[]
  /** Sequences of the columns that own one, as they are called in the target. */
  readonly sequences: ReadonlyMap<string, { readonly schema: string; readonly name: string }>
  /** Constraints that need the rows first, or other tables. */
  readonly later: readonly Optional[]
  /** Properties that copies never have. */
  readonly leftOut: readonly LeftOut[]
}

/** Plans a table of the same definition under another name, or the same, without using a name that is taken. */
export function planCopy(table: DefinedTable, targetName: string, taken: ReadonlySet<string>): CopyPlan {
  const { schema, name } = table
  const used = new Set([...taken, targetName])
  const renamed = new Map<string, string>()
  // names of indexes and sequences are unique in their schema
  const rename = (old: string): string => {
    const own = targetName !== name && old.startsWith(name) ? targetName + old.slice(name.length) : old
    const free = freeName(used.has(old) ? own : old, used)
    used.add(free)
    renamed.set(old, free)
    return free
  }
  const owned = (table.sequences ?? []).map((sequence) => ({ ...sequence, schema, name: rename(sequence.name), before: sequence }))
  const isEarly = (constraint: DefinedTable['constraints'][number]): boolean =>
    constraint.type !== 'foreign' && !(constraint.type === 'check' && constraint.is_validated === false)
  const definition = {
    ...table,
    name: targetName,
    columns: (table.columns ?? []).map((column) => ({
      ...column,
      // Postgres finds a free name
      ...(column.identity_options != null && { identity_options: { ...column.identity_options, sequence: null } }),
      ...(typeof column.default_value === 'string' && { default_value: withSequences(column.default_value, owned) }),
    })),
    constraints: table.constraints
      .filter(isEarly)
      .map((constraint) => (constraint.index_name === null ? constraint : { ...constraint, name: rename(constraint.name) })),
    indexes: table.indexes.map((index) => ({ ...index, name: rename(index.name) })),
    sequences: owned.map(({ before: _before, ...sequence }) => sequence),
    // an ordinary table, whatever the original is a part of
    partition_by: null,
    partition_of: null,
    inherits: [],
    // set after the rows: the owner, too, would be subject to policies
    rls_forced: false,
  }
  const settings = {
    cluster_index: table.cluster_index == null ? null : (renamed.get(table.cluster_index) ?? null),
    replica_identity_index: table.replica_identity_index == null ? null : (renamed.get(table.replica_identity_index) ?? null),
  }
  const keyed = settings.replica_identity_index === null && table.replica_identity === 'INDEX' ? { replica_identity: 'DEFAULT' as const } : {}
  return {
    create: tables.create({ ...definition, ...settings, ...keyed }).sql,
    columns: definition.columns.filter(({ generation_expression }) => generation_expression == null).map((column) => column.name),
    numbered: [
      ...new Set([
        ...definition.columns.filter((column) => column.is_identity === true).map((column) => column.name),
        ...owned.map(({ column }) => column),
      ]),
    ],
    sequences: new Map(owned.map(({ column, name: sequence }) => [column, { schema, name: sequence }])),
    later: table.constraints
      .filter((constraint) => !isEarly(constraint))
      .map((constraint) => ({
        leftOut: { kind: constraint.type === 'foreign' ? 'foreign_key' : 'constraint', name: constraint.name, reason: null },
        sql: createConstraint({ ...ontoItself(constraint, table, targetName), table: targetName }).sql,
      })),
    leftOut: [
      ...(table.partition_by == null ? [] : [{ kind: 'partitioning' as const, name: null, reason: null }]),
      ...((table.inherits ?? []).length === 0 && table.partition_of == null ? [] : [{ kind: 'inheritance' as const, name: null, reason: null }]),
    ],
  }
}

interface RenamedSequence {
  readonly schema: string
  readonly name: string
  readonly before: { readonly schema: string; readonly name: string }
}

/** A string literal cast to regclass, which may be printed with escapes. */
const printedRegclass = /(E?)'((?:[^']|'')*)'::regclass/g

/** Returns a default that Postgres printed with schemas, with the new names of sequences. */
function withSequences(expression: string, sequences: readonly RenamedSequence[]): string {
  return expression.replace(printedRegclass, (printed, escapes: string, text: string) => {
    const name = text.replaceAll("''", "'").replaceAll('\\\\', escapes === '' ? '\\\\' : '\\')
    const sequence = sequences.find(({ before }) => name === printedName(before, name))
    return sequence === undefined ? printed : `${quoteLiteral(`${quoteIdent(sequence.schema)}.${quoteIdent(sequence.name)}`)}::regclass`
  })
}

/** Returns a qualified name with each part quoted where it is quoted in another. */
function printedName({ schema, name }: RenamedSequence['before'], like: string): string {
  const quoted = (part: string): string => `"${part.replaceAll('"', '""')}"`
  const first = like.startsWith('"') ? quoted(schema) : schema
  return `${first}.${like.endsWith('"') ? quoted(name) : name}`
}

/** A key that references its own table references the copy. */
function ontoItself<C extends DefinedTable['constraints'][number]>(constraint: C, { schema, name }: DefinedTable, targetName: string): C {
  if (constraint.type !== 'foreign' || constraint.target.schema !== schema || constraint.target.table !== name) return constraint
  return { ...constraint, target: { ...constraint.target, table: targetName } }
}
