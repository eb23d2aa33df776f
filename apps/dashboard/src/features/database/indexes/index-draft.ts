import { indexes, type Command } from '@colonnade/pg-meta'
import { expressionProblem } from '@colonnade/pg-meta/alter-table'
import type { IndexMethod } from '@colonnade/pg-meta/index-details'
import type { IndexSummary } from '@colonnade/pg-meta/index-summaries'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { ident, sql, toText } from '@colonnade/sql'
import type { Draft } from '../../../scope/changes/draft.ts'
import { concurrentFrom } from './limits.ts'
import { indexDraftText } from './messages.ts'

export interface EntryDraft {
  readonly key: string
  readonly kind: 'column' | 'expression'
  /** A column's name, or an expression. */
  readonly text: string
  readonly order: 'asc' | 'desc'
  /** Null: the default for the order. */
  readonly nulls: 'first' | 'last' | null
  /** The `classKey` of an operator class; empty for the type's default. */
  readonly operatorClass: string
  /** What a copy takes from its original and the form doesn't show. */
  readonly kept?: Pick<indexes.DefinedIndex['elements'][number], 'collation' | 'operator_class_parameters'>
}

export interface IndexDraft {
  readonly name: string
  readonly table: string
  readonly method: string
  readonly entries: readonly EntryDraft[]
  readonly included: readonly string[]
  readonly isUnique: boolean
  readonly predicate: string
  /** Null: depends on the table's size. */
  readonly isConcurrent: boolean | null
  readonly kept?: Pick<indexes.DefinedIndex, 'nulls_not_distinct' | 'storage_parameters' | 'tablespace'>
}

export const newEntry = (): EntryDraft => ({ key: crypto.randomUUID(), kind: 'column', text: '', order: 'asc', nulls: null, operatorClass: '' })

export const newDraft = (table = ''): IndexDraft => ({
  name: '',
  table,
  method: 'btree',
  entries: [newEntry()],
  included: [],
  isUnique: false,
  predicate: '',
  isConcurrent: null,
})

export const classKey = ({ schema, name }: { readonly schema?: string | null | undefined; readonly name: string }): string =>
  JSON.stringify([schema, name])

/** Returns the draft of a duplicate: a copy under another name. */
export function duplicateOf(index: indexes.DefinedIndex, method: IndexMethod | undefined): IndexDraft {
  const isOwn = (given: { schema?: string | null | undefined; name: string }) =>
    method?.operator_classes.some(({ schema, name, is_default }) => is_default && schema === given.schema && name === given.name) === true
  return {
    name: '',
    table: index.table,
    method: index.method ?? 'btree',
    entries: index.elements.map((element, position) => {
      const { column, expression, order, nulls, operator_class: given, collation, operator_class_parameters: parameters } = element
      const isPlain = nulls === (order === 'desc' ? 'first' : 'last')
      return {
        key: String(position),
        kind: column === null || column === undefined ? 'expression' : 'column',
        text: column ?? expression ?? '',
        order: order ?? 'asc',
        nulls: isPlain ? null : (nulls ?? null),
        operatorClass: given === null || given === undefined || isOwn(given) ? '' : classKey(given),
        kept: { collation, operator_class_parameters: parameters },
      }
    }),
    included: index.include ?? [],
    isUnique: index.is_unique === true,
    predicate: index.predicate ?? '',
    isConcurrent: null,
    kept: { nulls_not_distinct: index.nulls_not_distinct, storage_parameters: index.storage_parameters, tablespace: index.tablespace },
  }
}

/** Longest name in Postgres, in bytes. */
const maxNameBytes = 63
const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** Returns the name Postgres would choose, cut to the longest it allows: "order_customer_id_idx". */
export function suggestedName({ table, entries, isUnique }: Pick<IndexDraft, 'table' | 'entries' | 'isUnique'>): string {
  const parts = entries.flatMap(({ kind, text }) => (text.trim() === '' ? [] : [kind === 'expression' ? 'expr' : text]))
  if (table === '' || parts.length === 0) return ''
  const end = isUnique ? '_key' : '_idx'
  let name = [table, ...parts].join('_')
  while (bytesOf(name + end) > maxNameBytes) name = Array.from(name).slice(0, -1).join('')
  return name + end
}

/** The table of a new index, as Postgres describes it. */
export type IndexedTable = Pick<RelationSummary, 'id' | 'schema' | 'name' | 'type' | 'rows_estimate' | 'bytes_estimate'>

/** Returns true to build without blocking writes: on large tables unless chosen otherwise, and never on a partitioned one. */
export function isConcurrent({ isConcurrent: chosen }: Pick<IndexDraft, 'isConcurrent'>, table: IndexedTable | undefined): boolean {
  if (table === undefined || table.type === 'p') return false
  return chosen ?? ((table.rows_estimate ?? 0) >= concurrentFrom.rows || (table.bytes_estimate ?? 0) >= concurrentFrom.bytes)
}

/** Returns the statement that creates the index. `table` is undefined until one is chosen. */
export function creationOf(draft: IndexDraft, table: IndexedTable | undefined, method: IndexMethod | undefined): Draft {
  const problems = problemsOf(draft, table)
  if (table === undefined || Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  const name = nameOf(draft)
  try {
    return {
      kind: 'change',
      change: { name: indexDraftText.create(name), commands: [creationCommand(draft, table, method)] },
    }
  } catch (error) {
    return { kind: 'incomplete', problems: { form: error instanceof Error ? error.message : String(error) } }
  }
}

/** Returns the name as entered, or the suggested one. */
export const nameOf = (draft: IndexDraft): string => (draft.name === '' ? suggestedName(draft) : draft.name)

function creationCommand(draft: IndexDraft, table: IndexedTable, method: IndexMethod | undefined): Command {
  const hasOrder = method?.can_order !== false
  const included = method?.can_include === false ? [] : draft.included
  const predicate = draft.predicate.trim()
  return indexes.create({
    schema: table.schema,
    table: table.name,
    name: nameOf(draft),
    method: draft.method,
    elements: draft.entries.map(({ kind, text, order, nulls, operatorClass, kept }) => ({
      ...(kind === 'column' ? { column: text } : { expression: text.trim() }),
      ...(operatorClass !== '' && { operator_class: operatorClassOf(operatorClass) }),
      ...(kept?.collation && { collation: kept.collation }),
      ...(operatorClass !== '' && kept?.operator_class_parameters && { operator_class_parameters: kept.operator_class_parameters }),
      ...(hasOrder && order === 'desc' && { order }),
      ...(hasOrder && nulls !== null && { nulls }),
    })),
    ...(included.length > 0 && { include: [...included] }),
    ...(draft.isUnique && method?.can_be_unique !== false && { is_unique: true }),
    ...(draft.isUnique && draft.kept?.nulls_not_distinct === true && { nulls_not_distinct: true }),
    ...(predicate !== '' && { predicate }),
    ...(draft.kept?.storage_parameters && { storage_parameters: draft.kept.storage_parameters }),
    ...(draft.kept?.tablespace && { tablespace: draft.kept.tablespace }),
    ...(isConcurrent(draft, table) && { is_concurrent: true }),
  })
}

function operatorClassOf(key: string): { schema: string; name: string } {
  const [schema, name] = JSON.parse(key) as [string, string]
  return { schema, name }
}

function problemsOf(draft: IndexDraft, table: IndexedTable | undefined): Record<string, string> {
  const problems: Record<string, string> = {}
  if (draft.table === '') problems['table'] = indexDraftText.noTable
  else if (table === undefined) problems['table'] = indexDraftText.tableGone
  if (bytesOf(draft.name) > maxNameBytes) problems['name'] = indexDraftText.longName(maxNameBytes)
  if (draft.entries.length === 0) problems['entries'] = indexDraftText.noColumns
  for (const { key, kind, text } of draft.entries) {
    if (text.trim() === '') problems[`entry ${key}`] = kind === 'column' ? indexDraftText.noColumn : indexDraftText.noExpression
    else if (kind === 'expression') {
      const problem = expressionProblem(text.trim())
      if (problem !== null) problems[`entry ${key}`] = problem
    }
  }
  const predicate = draft.predicate.trim() === '' ? null : expressionProblem(draft.predicate.trim())
  if (predicate !== null) problems['predicate'] = predicate
  return problems
}

/** Returns the statements that rename an index or change its comment. */
export function alterationOf(
  { schema, name }: Pick<IndexSummary, 'schema' | 'name'>,
  before: { readonly comment: string | null },
  draft: { readonly name: string; readonly comment: string },
): Draft {
  const problems: Record<string, string> = {}
  if (draft.name.trim() === '') problems['name'] = indexDraftText.noName
  else if (bytesOf(draft.name) > maxNameBytes) problems['name'] = indexDraftText.longName(maxNameBytes)
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  const comment = draft.comment === '' ? null : draft.comment
  const change = { ...(draft.name !== name && { name: draft.name }), ...(comment !== before.comment && { comment }) }
  if (Object.keys(change).length === 0) return { kind: 'unchanged' }
  return { kind: 'change', change: { name: indexDraftText.edit(name), commands: [indexes.update({ schema, name }, change)] } }
}

/** Returns the statement that rebuilds an index. It doesn't change the schema, so no migration records it. */
export function rebuildOf({ schema, name }: Pick<IndexSummary, 'schema' | 'name'>, isConcurrently: boolean): Draft {
  const command = indexes.reindex({ schema, name }, { is_concurrent: isConcurrently })
  return { kind: 'change', change: { name: indexDraftText.reindex(name), commands: [{ ...command, recorded: null }] } }
}

/**
 * Drops the invalid index of a failed build. No migration records such a build, so the migration that records the drop must do nothing in a
 * database that never had the index.
 */
export function leftoverDrop({ schema, name }: Pick<IndexSummary, 'schema' | 'name'>): Command {
  return { sql: toText(sql`drop index concurrently if exists ${ident(schema, name)};`), isOutsideTransaction: true }
}
