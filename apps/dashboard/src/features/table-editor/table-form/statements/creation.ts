import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import { tables } from '@colonnade/pg-meta'
import { copyRows, publishTable } from '@colonnade/pg-meta/alter-table'
import { copyGrants, type Copied } from '@colonnade/pg-meta/copy-companions'
import * as partitions from '@colonnade/pg-meta/partitions'
import type { TableCompanions } from '@colonnade/pg-meta/table-companions'
import type { DefinedTable } from '@colonnade/pg-meta/table-definition'
import { type FormStatement, statement } from './changes.ts'
import { companionCopies, type CompanionChoice } from './companion-copies.ts'
import { definitionOfColumn, isSameSource } from './column-changes.ts'
import { constraintsOf, definitionOfConstraint, columnNames } from './constraint-changes.ts'
import { copiedNames, wordsOf } from './copied-words.ts'
import { definitionOfIndex } from './index-changes.ts'
import { fittingName, freeNameOf } from '../model/names.ts'
import { enumCreations } from './new-enums.ts'
import { boundOf } from './partition-bounds.ts'
import { draftOf, type ColumnDraft, type TableDraft } from '../model/table-draft.ts'
import { isSameType, keepsCollation } from '../types/type-changes.ts'

/** The draft of a copy: names of constraints and indexes follow that of the table. */
export function duplicateDraft(source: DefinedTable, taken: readonly string[]): TableDraft {
  const draft = draftOf(source, false)
  const copy = <Part extends { readonly name: string; readonly isInherited: boolean }>(part: Part): Part => ({
    ...part,
    name: '',
    isInherited: false,
  })
  return {
    ...draft,
    name: freeNameOf(fittingName(source.name, 'copy'), taken),
    primaryKey: draft.primaryKey === null ? null : copy(draft.primaryKey),
    uniques: draft.uniques.map(copy),
    checks: draft.checks.map(copy),
    foreignKeys: draft.foreignKeys.map(copy),
    indexes: draft.indexes.map(copy),
  }
}

/** What a duplicate takes along. */
export interface DuplicateChoice extends CompanionChoice {
  readonly isWithRows: boolean
}

/** What protects a table comes along unless it is left out; its rows, and triggers, which do something, come when they are asked for. */
export const usualDuplicate: DuplicateChoice = { isWithRows: false, isWithPolicies: true, isWithTriggers: false, isWithGrants: true }

export interface Duplication extends DuplicateChoice {
  readonly source: DefinedTable
  readonly companions: TableCompanions | null
}

/** Statements that make a table, for one transaction: the table with all that is in it, its place in realtime, its partitions, its rows, and what belongs to it. */
export function creationOf(draft: TableDraft, duplication: Duplication | null): readonly FormStatement[] {
  const table = { schema: draft.schema, name: draft.name }
  return [
    ...enumCreations(draft),
    statement(tables.create(definitionOfTable(draft, duplication?.source ?? null)), 'create'),
    ...draft.newPartitions.map((partition) =>
      statement(
        partitions.create({ schema: draft.schema, name: partition.name, parent: table, bound: boundOf(draft.partitionBy!.strategy, partition) }),
        `partition:${partition.id}`,
      ),
    ),
    ...(duplication?.isWithRows === true ? [copyOf(draft, duplication.source)] : []),
    ...(draft.isPublished ? [statement(publishTable(table, realtimePublication, true), 'realtime')] : []),
    ...(duplication?.companions ? companionCopies(duplication.companions, copiedTable(draft, duplication.source), duplication) : []),
  ]
}

/** Whether a copy without the privileges of its table would begin with others. */
export function differsInGrants(
  draft: TableDraft,
  { companions, base }: { readonly companions: TableCompanions | null; readonly base: { readonly definition: DefinedTable } },
): boolean {
  return companions !== null && draft.name !== '' && copyGrants(companions, copiedTable(draft, base.definition)) !== null
}

function copiedTable(draft: TableDraft, source: DefinedTable): Copied {
  const from = originalOf(source)
  const kept = draft.columns.flatMap((column) => (column.origin === null ? [] : [{ column, origin: column.origin }]))
  return {
    from: { schema: source.schema, name: source.name },
    to: { schema: draft.schema, name: draft.name },
    columns: new Map(kept.map(({ column, origin }) => [origin, column.name])),
    sequences: new Map(
      kept.flatMap(({ column, origin }) =>
        ownedSequence(column, from) === undefined ? [] : [[origin, { schema: draft.schema, name: sequenceName(draft, column) }]],
      ),
    ),
  }
}

function copyOf(draft: TableDraft, source: DefinedTable): FormStatement {
  const from = originalOf(source)
  const copied = draft.columns.filter(({ origin, source: from }) => origin !== null && from.kind !== 'generated')
  return statement(
    copyRows({
      from: { schema: source.schema, name: source.name },
      to: { schema: draft.schema, name: draft.name },
      columns: copied.map(({ origin, name }) => ({ from: origin!, to: name })),
      counted: copied.filter((column) => column.source.kind === 'identity' || ownedSequence(column, from) !== undefined).map(({ name }) => name),
    }),
    'rows',
  )
}

/** The whole table in the words of `create`. A duplicate keeps of its source what the form does not show. */
export function definitionOfTable(draft: TableDraft, source: DefinedTable | null): Parameters<typeof tables.create>[0] {
  const names = columnNames(draft)
  const from = source === null ? null : originalOf(source)
  const key = draft.primaryKey
  const copies = copiedNames(draft)
  const words = wordsOf(draft)
  const constraints = constraintsOf(draft).map((constraint) => {
    const stored = source?.constraints.find(({ name }) => name === constraint.key.origin)
    const isIndexed = constraint.kind === 'primary' || constraint.kind === 'unique'
    const name = copiedName(constraint.key, draft, source, isIndexed)
    const expression = stored?.type === 'check' && constraint.kind === 'check' ? words(constraint.key.expression, stored.expression) : undefined
    const key = { ...constraint.key, name, ...(expression !== undefined && { expression }) }
    return definitionOfConstraint({ ...constraint, key } as typeof constraint, draft, names, stored)
  })
  const nameNow = (column: string) => copies.get(column) ?? column
  const named = (expression: string) => words(expression, expression)
  const renamed = <Element extends { readonly column?: string | null | undefined; readonly expression?: string | null | undefined }>(
    element: Element,
  ): Element =>
    typeof element.column === 'string'
      ? { ...element, column: nameNow(element.column) }
      : { ...element, ...(typeof element.expression === 'string' && { expression: named(element.expression) }) }
  const exclusions = source?.constraints.filter((constraint) => constraint.type === 'exclude') ?? []
  const indexes = draft.indexes.map((index) => {
    const stored = source?.indexes.find(({ name }) => name === index.origin)
    if (stored === undefined) return definitionOfIndex(index, draft)
    const { elements, include = [], ...rest } = stored
    return {
      ...rest,
      is_only: false,
      name: copiedName(index, draft, source, true),
      elements: elements.map(renamed),
      ...(typeof stored.predicate === 'string' && { predicate: named(stored.predicate) }),
      include: include.filter((column) => copies.has(column)).map(nameNow),
    }
  })
  return {
    schema: draft.schema,
    name: draft.name,
    ...(draft.comment !== '' && { comment: draft.comment }),
    columns: draft.columns.map((column) => {
      const isKey = key?.columns.includes(column.id) ?? false
      const { is_nullable, ...made } = definitionOfColumn(column)
      const definition = is_nullable === false && !isKey ? { ...made, is_nullable } : made
      return from === null ? definition : { ...definition, ...keptOfColumn(column, draft, from, words) }
    }),
    constraints: [
      ...constraints,
      ...exclusions.map(({ include, predicate, ...exclusion }) => ({
        ...exclusion,
        name: copiedName({ origin: exclusion.name, name: '' }, draft, source, true),
        elements: exclusion.elements.map(renamed),
        ...(include && { include: include.map(nameNow) }),
        ...(typeof predicate === 'string' && { predicate: named(predicate) }),
      })),
    ],
    indexes,
    sequences: draft.columns.flatMap((column) => {
      const owned = from === null ? undefined : ownedSequence(column, from)
      return owned === undefined ? [] : [{ ...owned, schema: draft.schema, name: sequenceName(draft, column), column: column.name }]
    }),
    ...(draft.partitionBy !== null && {
      partition_by: { strategy: draft.partitionBy.strategy, elements: draft.partitionBy.columns.map((id) => ({ column: names.get(id) ?? '' })) },
    }),
    ...(draft.isRlsEnabled && { rls_enabled: true }),
    ...(draft.isRlsForced && { rls_forced: true }),
    ...(draft.isUnlogged && { is_unlogged: true }),
    ...(draft.replicaIdentity !== 'DEFAULT' && draft.replicaIdentity !== 'INDEX' && { replica_identity: draft.replicaIdentity }),
    ...(source?.storage_parameters && { storage_parameters: source.storage_parameters }),
    ...(typeof source?.access_method === 'string' && source.access_method !== 'heap' && { access_method: source.access_method }),
  }
}

/** The table that is copied, by the names of its columns. */
interface Original {
  readonly definition: DefinedTable
  readonly stored: ReadonlyMap<string | null, NonNullable<DefinedTable['columns']>[number]>
  readonly drafted: ReadonlyMap<string | null, ColumnDraft>
}

function originalOf(definition: DefinedTable): Original {
  return {
    definition,
    stored: new Map(definition.columns?.map((column) => [column.name, column])),
    drafted: new Map(draftOf(definition, false).columns.map((column) => [column.origin, column])),
  }
}

/** What the form does not show of a column that is copied as it was. */
function keptOfColumn(column: ColumnDraft, draft: TableDraft, from: Original, words: ReturnType<typeof wordsOf>) {
  const stored = from.stored.get(column.origin)
  const before = from.drafted.get(column.origin)
  if (stored === undefined || before === undefined) return {}
  const isTyped = !isSameType(before.type, column.type)
  const { collation, storage, compression, statistics_target } = stored
  const owned = ownedSequence(column, from)
  const isGenerated = column.source.kind === 'generated' && before.source.kind === 'generated'
  return {
    ...(isGenerated && { generation_expression: words(column.source.expression, before.source.expression) }),
    ...(collation && (!isTyped || keepsCollation(column.type)) && { collation }),
    ...(!isTyped && storage && { storage }),
    ...(!isTyped && compression && { compression }),
    ...(typeof statistics_target === 'number' && { statistics_target }),
    // the sequence of the source goes on counting for the source alone
    ...(owned && {
      default_value: `nextval('${quoted(draft.schema)}.${quoted(sequenceName(draft, column))}'::regclass)`,
      default_value_format: 'expression' as const,
    }),
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""').replaceAll("'", "''")}"`
}

/** The sequence that a serial column owns and is filled from. */
function ownedSequence(column: ColumnDraft, { definition, drafted }: Original) {
  const before = drafted.get(column.origin)
  if (before === undefined || column.source.kind !== 'default' || !isSameSource(before.source, column.source)) return undefined
  if (!column.source.text.startsWith('nextval(')) return undefined
  return definition.sequences?.find((sequence) => sequence.column === column.origin)
}

function sequenceName(draft: TableDraft, column: ColumnDraft): string {
  return fittingName(draft.name, column.name, 'seq')
}

/** Names of indexes are the schema's: a copy's begin with its own table's name. */
function copiedName(
  { origin, name }: { readonly origin: string | null; readonly name: string },
  draft: TableDraft,
  source: DefinedTable | null,
  isIndexed: boolean,
): string {
  if (source === null || origin === null || name !== '') return name
  if (origin.startsWith(`${source.name}_`)) return fittingName(draft.name, origin.slice(source.name.length + 1))
  return isIndexed ? fittingName(draft.name, origin) : origin
}
