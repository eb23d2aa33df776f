import { expressionProblem } from '@colonnade/pg-meta/alter-table'
import { constraintsOf } from '../statements/constraint-changes.ts'
import type { FormPath } from '../statements/changes.ts'
import { bytesOf, maxNameBytes, nameProblem } from './names.ts'
import { valuesOf } from '../statements/partition-bounds.ts'
import type { ColumnDraft, IdentityDraft, PartitionDraft, PartitionStrategy, TableDraft } from './table-draft.ts'
import { canBeIdentity } from '../types/type-names.ts'
import { problemsText } from './messages.ts'

/** What is wrong, at the part of the form that it is about. */
export type Problems = Readonly<Record<FormPath, string>>

/** Most columns of a table (Postgres documentation, appendix K). */
export const maxColumns = 1600
/** Most columns of a key or an index (Postgres documentation, appendix K). */
const maxKeyColumns = 32

/**
 * Finds the parts of a draft that cannot be written as SQL or that Postgres refuses for sure. Postgres judges the rest. `wrong` are those
 * to show immediately; the others are only not filled in yet.
 */
export function problemsOf(draft: TableDraft, strategy: PartitionStrategy): { readonly all: Problems; readonly wrong: Problems } {
  const problems: Record<FormPath, string> = {}
  const wrong: Record<FormPath, string> = {}
  const say = (path: FormPath, problem: string | null, isMissing = false) => {
    if (problem === null || path in problems) return
    problems[path] = problem
    if (!isMissing) wrong[path] = problem
  }
  say('name', nameProblem(draft.name, problemsText.table), draft.name === '')
  if (draft.columns.length > maxColumns) say('columns', problemsText.tooManyColumns(maxColumns.toLocaleString('en')))
  const seen = new Map<string, string>()
  for (const column of draft.columns) {
    const path = `column:${column.id}`
    say(`${path}:name`, nameProblem(column.name, problemsText.column), column.name === '')
    if (column.name !== '' && seen.has(column.name)) say(`${path}:name`, problemsText.sameName(column.name))
    seen.set(column.name, column.id)
    if (column.type.trim() === '') say(`${path}:type`, problemsText.columnNeedsType, true)
    say(`${path}:source`, sourceProblem(column), isUnwritten(column))
    if (column.using.trim() !== '') say(`${path}:type`, expressionProblem(column.using))
  }
  for (const { kind, key } of constraintsOf(draft)) {
    const path = `key:${key.id}`
    if (bytesOf(key.name) > maxNameBytes) say(`${path}:name`, nameProblem(key.name, problemsText.constraint))
    if (kind === 'check') {
      if (key.expression.trim() === '') say(path, problemsText.checkNeedsCondition, true)
      else say(path, expressionProblem(key.expression))
      continue
    }
    if (key.columns.length === 0) say(path, problemsText.chooseColumn, true)
    if (key.columns.length > maxKeyColumns) say(path, problemsText.tooManyKeyColumns(maxKeyColumns))
    if (kind !== 'foreign') continue
    if (key.target === null) say(path, problemsText.chooseTableReference, true)
    else if (key.columns.includes(null) || (key.target.columns as readonly unknown[]).includes(null))
      say(path, problemsText.chooseBothColumnsEach, true)
    else if (key.columns.length !== key.target.columns.length) say(path, problemsText.foreignKeyNeedsMany)
  }
  for (const index of draft.indexes) {
    const path = `index:${index.id}`
    if (index.origin === null && index.columns.length === 0) say(path, problemsText.chooseColumn, true)
    if (bytesOf(index.name) > maxNameBytes) say(`${path}:name`, nameProblem(index.name, problemsText.index))
  }
  if (draft.partitionBy !== null) {
    const { columns } = draft.partitionBy
    if (columns.length === 0) say('partition', problemsText.choosePartitionKey, true)
    if (strategy === 'list' && columns.length > 1) say('partition', problemsText.listColumn)
    for (const key of [...(draft.primaryKey === null ? [] : [draft.primaryKey]), ...draft.uniques]) {
      const missing = draft.columns.filter(({ id }) => columns.includes(id) && !key.columns.includes(id))
      if (missing.length > 0) {
        say(`key:${key.id}`, problemsText.partitionKeyMissing(missing.map(({ name }) => name).join(', ')))
      }
    }
  }
  for (const partition of draft.newPartitions) {
    if (partition.attaches === null) say(`partition:${partition.id}:name`, nameProblem(partition.name, problemsText.partition), partition.name === '')
    else if (partition.attaches.table === null) say(`partition:${partition.id}:name`, problemsText.chooseAttached, true)
    say(`partition:${partition.id}`, boundProblem(strategy, partition), partition.values === '')
  }
  return { all: problems, wrong }
}

function isUnwritten({ source }: ColumnDraft): boolean {
  return (source.kind === 'default' && source.text.trim() === '') || (source.kind === 'generated' && source.expression.trim() === '')
}

function sourceProblem({ source, type }: ColumnDraft): string | null {
  if (source.kind === 'default' && source.format === 'expression' && source.text.trim() === '') return problemsText.defaultExpression
  if (source.kind === 'generated' && source.expression.trim() === '') return problemsText.generatedExpression
  if (source.kind === 'default' && source.format === 'expression') return expressionProblem(source.text)
  if (source.kind === 'generated') return expressionProblem(source.expression)
  if (source.kind !== 'identity') return null
  if (!canBeIdentity(type)) return problemsText.identityType
  return identityProblem(source.options)
}

function identityProblem(options: IdentityDraft): string | null {
  for (const name of ['start', 'increment', 'min_value', 'max_value', 'cache', 'restart'] as const) {
    const text = options[name].trim()
    if (text !== '' && !/^-?\d+$/.test(text)) return problemsText.notWhole(text)
  }
  return options.increment.trim() !== '' && BigInt(options.increment.trim()) === 0n ? problemsText.zeroIncrement : null
}

function boundProblem(strategy: PartitionStrategy, partition: PartitionDraft): string | null {
  if (partition.isDefault && strategy !== 'hash') return null
  if (strategy === 'list') return valuesOf(partition).length === 0 ? problemsText.partitionValues : null
  if (strategy === 'range') return null
  const [modulus, remainder] = [partition.modulus, partition.remainder].map(Number) as [number, number]
  if (!Number.isInteger(modulus) || modulus < 1) return problemsText.modulus
  return Number.isInteger(remainder) && remainder >= 0 && remainder < modulus ? null : problemsText.remainder(modulus - 1)
}
