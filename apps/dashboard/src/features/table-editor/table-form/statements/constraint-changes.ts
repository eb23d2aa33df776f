import * as constraints from '@colonnade/pg-meta/constraints'
import type { Constraint, ConstraintDefinition } from '@colonnade/pg-meta/constraints'
import { dropConstraint, renameConstraint, type TableName, validateConstraint } from '@colonnade/pg-meta/alter-table'
import type { DefinedTable } from '@colonnade/pg-meta/table-definition'
import type { FormStatement } from './changes.ts'
import type { CheckDraft, DraftId, ForeignKeyDraft, KeyDraft, TableDraft, UniqueDraft } from '../model/table-draft.ts'

type AnyKey =
  | { readonly kind: 'primary'; readonly key: KeyDraft }
  | { readonly kind: 'unique'; readonly key: UniqueDraft }
  | { readonly kind: 'check'; readonly key: CheckDraft }
  | { readonly kind: 'foreign'; readonly key: ForeignKeyDraft }
type Change = (table: TableName) => FormStatement

/** All constraints of a draft, in creation order: keys before what may reference them. */
export function constraintsOf(draft: TableDraft): readonly AnyKey[] {
  return [
    ...(draft.primaryKey === null ? [] : [{ kind: 'primary', key: draft.primaryKey } as const]),
    ...draft.uniques.map((key) => ({ kind: 'unique', key }) as const),
    ...draft.checks.map((key) => ({ kind: 'check', key }) as const),
    ...draft.foreignKeys.map((key) => ({ kind: 'foreign', key }) as const),
  ]
}

/** What of a constraint needs another constraint in its place: all but its name and whether it was validated. */
function bodyOf({ kind, key }: AnyKey): string {
  const { name: _, ...body } = key
  return JSON.stringify('isValidated' in body ? { ...body, kind, isValidated: true } : { ...body, kind })
}

function isRemade(before: AnyKey, now: AnyKey): boolean {
  return bodyOf(before) !== bodyOf(now)
}

function find(draft: TableDraft, id: DraftId): AnyKey | undefined {
  return constraintsOf(draft).find(({ key }) => key.id === id)
}

/** Foreign keys are dropped first: they may need a key that is dropped. */
export function constraintsThatGo(_definition: DefinedTable, before: TableDraft, draft: TableDraft): readonly Change[] {
  return constraintsOf(before)
    .toReversed()
    .flatMap((old) => {
      const now = find(draft, old.key.id)
      if (now !== undefined && !isRemade(old, now)) return []
      return [(table: TableName) => ({ sql: dropConstraint(table, old.key.origin!).sql, path: `key:${old.key.id}` })]
    })
}

export function constraintRenames(before: TableDraft, draft: TableDraft): readonly Change[] {
  return constraintsOf(before).flatMap((old) => {
    const now = find(draft, old.key.id)
    if (now === undefined || isRemade(old, now)) return []
    const isRenamed = now.key.name !== old.key.name && now.key.name !== ''
    const isValidated = 'isValidated' in old.key && 'isValidated' in now.key && !old.key.isValidated && now.key.isValidated
    const name = isRenamed ? now.key.name : old.key.name
    return [
      ...(isRenamed ? [(table: TableName) => ({ sql: renameConstraint(table, old.key.name, name).sql, path: `key:${old.key.id}:name` })] : []),
      ...(isValidated ? [(table: TableName) => ({ sql: validateConstraint(table, name).sql, path: `key:${old.key.id}` })] : []),
    ]
  })
}

/** Those that are new, and those that stand in another one's place: these keep what the form does not show. */
export function addedConstraints(definition: DefinedTable, before: TableDraft, draft: TableDraft): readonly Change[] {
  const names = columnNames(draft)
  return constraintsOf(draft).flatMap((now) => {
    const old = find(before, now.key.id)
    if (old !== undefined && !isRemade(old, now)) return []
    const stored = definition.constraints.find(({ name }) => name === now.key.origin)
    // the table gets its new name last
    const wanted = definitionOfConstraint(now, { ...draft, schema: before.schema, name: before.name }, names, stored)
    return [
      (table: TableName) => ({ sql: constraints.create({ ...wanted, schema: table.schema, table: table.name }).sql, path: `key:${now.key.id}` }),
    ]
  })
}

export function columnNames(draft: TableDraft): ReadonlyMap<DraftId, string> {
  return new Map(draft.columns.map(({ id, name }) => [id, name]))
}

/** A constraint in the words of `create`; of one that is there, `stored` keeps what is not shown. */
export function definitionOfConstraint(
  constraint: AnyKey,
  draft: TableDraft,
  names: ReadonlyMap<DraftId, string>,
  stored?: Constraint,
): ConstraintDefinition {
  const { key } = constraint
  const name = key.name === '' ? null : key.name
  const nameOf = (id: DraftId | null) => (id === null ? '' : (names.get(id) ?? ''))
  const common = { name, ...(typeof stored?.comment === 'string' && name !== null ? { comment: stored.comment } : {}) }
  switch (constraint.kind) {
    case 'primary':
    case 'unique': {
      const kept = stored?.type === 'primary' || stored?.type === 'unique' ? stored : undefined
      const columns = constraint.key.columns.map(nameOf)
      const include = kept?.include?.map((column) => nameNow(draft, column)).filter((column) => column !== null && !columns.includes(column)) as
        | string[]
        | undefined
      const shared = {
        ...common,
        columns,
        ...(include !== undefined && include.length > 0 && { include }),
        ...(kept?.is_temporal === true && { is_temporal: true }),
        ...(kept?.storage_parameters && { storage_parameters: kept.storage_parameters }),
        ...(kept?.is_deferrable === true && { is_deferrable: true }),
        ...(kept?.is_initially_deferred === true && { is_initially_deferred: true }),
      }
      return constraint.kind === 'primary'
        ? { type: 'primary', ...shared }
        : { type: 'unique', ...shared, ...(constraint.key.nullsNotDistinct && { nulls_not_distinct: true }) }
    }
    case 'check': {
      const { expression, isValidated } = constraint.key
      const isBound = stored?.type === 'check' && stored.no_inherit === true
      return { type: 'check', ...common, expression, ...(isBound && { no_inherit: true }), ...(!isValidated && { is_validated: false }) }
    }
    case 'foreign': {
      const { columns, target, onUpdate, onDelete, isValidated, isDeferrable, isInitiallyDeferred } = constraint.key
      if (target === null) throw new Error('A foreign key needs a table to reference')
      const kept = stored?.type === 'foreign' ? stored : undefined
      const set = kept?.on_delete_columns?.flatMap((column) => nameNow(draft, column) ?? [])
      return {
        type: 'foreign',
        ...common,
        columns: columns.map(nameOf),
        target:
          target.kind === 'self'
            ? { schema: draft.schema, table: draft.name, columns: target.columns.map(nameOf) }
            : { schema: target.schema, table: target.table, columns: target.columns.map((column) => column ?? '') },
        ...(kept?.match === 'FULL' && { match: 'FULL' }),
        ...(kept?.is_temporal === true && { is_temporal: true }),
        ...(onUpdate !== 'NO ACTION' && { on_update: onUpdate }),
        ...(onDelete !== 'NO ACTION' && { on_delete: onDelete }),
        ...(set !== undefined && set.length > 0 && onDelete.startsWith('SET') && { on_delete_columns: set }),
        ...(isDeferrable && { is_deferrable: true }),
        ...(isDeferrable && isInitiallyDeferred && { is_initially_deferred: true }),
        ...(!isValidated && { is_validated: false }),
      }
    }
  }
}

/** What a column of the stored table is called in the draft; null when it is dropped. */
function nameNow(draft: TableDraft, stored: string): string | null {
  return draft.columns.find(({ origin }) => origin === stored)?.name ?? null
}
