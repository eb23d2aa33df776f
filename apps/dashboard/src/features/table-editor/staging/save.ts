import { isAppError, type AppError, type ErrorCode } from '@colonnade/core'
import { maxRowLimit, maxTransactionStatements } from '@colonnade/contracts/data/queries'
import {
  decodeRows,
  format,
  getTableEditorSql,
  getTableRowsSql,
  keyFilter,
  rowKey,
  type CellInput,
  type Entity,
  type RowKey,
} from '@colonnade/pg-meta'
import { getWholeCellsSql } from '@colonnade/pg-meta/row-edits'
import { getConstraintColumnsSql } from '@colonnade/pg-meta/constraint-columns'
import { getInsteadRulesSql } from '@colonnade/pg-meta/instead-rules'
import { runSql, runTransaction } from '../../../scope/run-sql.ts'
import { isSame, problemOf } from '../changes/cell-draft.ts'
import { droppedWords, goneWords } from '../changes/gone-columns.ts'
import { explainChangeError, misfitTitle, ruleWords, skippedWords, type ChangeErrorWords } from '../changes/explain-change-error.ts'
import type { TableScope } from '../table-scope.ts'
import { columnAtPosition, followStatements, savePlan, type SaveStatement } from './plan/save-plan.ts'
import { seenCells } from './seen-cells.ts'
import type { CellConflict, RowId, SaveFailure, StagedRow } from './staging.ts'
import { fetchRows } from '../../../scope/fetch-rows.ts'
import { saveText } from './messages.ts'

type Cells = readonly (string | null)[]
type StagedRows = ReadonlyMap<RowId, StagedRow>
type CellName = Pick<CellConflict, 'row' | 'column'>

export type SaveOutcome =
  /**
   * `rows` as they are stored, by the ids that they had; null of those that were deleted. `others` are further rows, as they were asked for.
   * `isComplete` is false when some of them could not be read, or have other keys by now.
   */
  | {
      readonly kind: 'saved'
      readonly rows: ReadonlyMap<RowId, Cells | null>
      readonly others: ReadonlyMap<RowId, Cells>
      readonly isComplete: boolean
      readonly notices: readonly string[]
    }
  /**
   * Nothing was saved. `agreed` are cells that somebody else gave the very same value; `present` are the rows at fault as they are now,
   * null of those that are gone.
   */
  | {
      readonly kind: 'changed'
      readonly conflicts: readonly CellConflict[]
      readonly agreed: readonly CellName[]
      readonly present: ReadonlyMap<RowId, Cells | null>
    }
  | { readonly kind: 'refused'; readonly failure: SaveFailure }

/** Saves rows in one transaction: all of them or none. `shown` are the keys of rows that are read again with them. */
export async function saveRows(scope: TableScope, rows: StagedRows, shown: readonly RowKey[] = []): Promise<SaveOutcome> {
  const { projectRef, entity, as } = scope
  for (const [row, staged] of rows) {
    const problem = knownProblem(entity, staged)
    if (problem !== null) return { kind: 'refused', failure: { row, words: problem } }
  }
  const plan = savePlan(entity, rows)
  const changes = plan.map(({ query, expected_rows: expected }) => ({ query, expected_rows: expected }))
  const statements = [...changes, ...followStatements(entity, rows.values()).map((query) => ({ query }))]
  if (statements.length > maxTransactionStatements) {
    const title = saveText.tooMany(maxTransactionStatements.toLocaleString('en-US'))
    return { kind: 'refused', failure: { row: null, words: { title, detail: null, columns: [] } } }
  }
  try {
    const { results, notices } = await runTransaction(projectRef, { statements, as, row_limit: maxRowLimit })
    const saved = new Map<RowId, Cells | null>()
    plan.forEach(({ rows: ids, isLast }, index) => {
      if (!isLast) return
      ids.forEach((id, place) => saved.set(id, rows.get(id)?.kind === 'delete' ? null : (results[index]?.rows[place] ?? [])))
    })
    return { ...(await readStored(scope, saved, shown)), notices: notices.map(({ message }) => message) }
  } catch (error) {
    if (isAppError(error) && error.code === 'rows_changed') {
      const places = error.details['statements']
      const named = Array.isArray(places) ? places.flatMap((place) => plan[Number(place)]?.rows ?? []) : [...rows.keys()]
      const changed = new Map(named.flatMap((id) => (rows.has(id) ? [[id, rows.get(id)!]] : [])))
      return explainChanged(scope, changed, noticesOf(error))
    }
    return { kind: 'refused', failure: await explainFailure(scope, rows, plan, error) }
  }
}

/** More rows than these are not read one by one. */
const readBackRows = 1_000

/**
 * Reads saved rows again, and others with them. RETURNING gives a row as the BEFORE triggers left it: changes by AFTER triggers, rules,
 * cascades and the end of the transaction are only visible afterwards (PostgreSQL documentation, 6.4 and 37.1).
 */
async function readStored(
  scope: TableScope,
  returned: ReadonlyMap<RowId, Cells | null>,
  shown: readonly RowKey[],
): Promise<Omit<Extract<SaveOutcome, { kind: 'saved' }>, 'notices'>> {
  const unread = { kind: 'saved', rows: returned, others: new Map(), isComplete: false } as const
  const { entity } = scope
  const columns = rowKey(entity)
  const places = columns.map((name) => entity.columns.findIndex((column) => column.name === name))
  const idOf = (cells: Cells) => JSON.stringify(places.map((place) => cells[place] ?? null))
  const deleted = new Set([...returned].flatMap(([id, cells]) => (cells === null ? [id] : [])))
  const left = new Map([...returned].flatMap(([id, cells]) => (cells === null ? [] : [[id, idOf(cells)] as const])))
  const others = shown.map(({ values }) => JSON.stringify(values)).filter((id) => !deleted.has(id) && !left.has(id))
  const asked = [...new Set([...left.values(), ...others])]
  if (columns.length === 0 || asked.length > readBackRows) return unread
  if (asked.length === 0) return { ...unread, isComplete: true }
  try {
    const stored = await fetchShown(scope, { columns, values: asked.map((id) => JSON.parse(id) as string[]) })
    return {
      kind: 'saved',
      rows: new Map([...returned].map(([id, cells]) => [id, cells === null ? null : (stored.get(left.get(id)!) ?? cells)])),
      others: new Map(others.flatMap((id) => (stored.has(id) ? [[id, stored.get(id)!]] : []))),
      isComplete: asked.every((id) => stored.has(id)),
    }
  } catch {
    // it is saved, whatever became of the look
    return unread
  }
}

function noticesOf(error: AppError): string[] {
  const { notices } = error.details
  if (!Array.isArray(notices)) return []
  return notices.flatMap((notice: unknown) => {
    const message = notice !== null && typeof notice === 'object' && 'message' in notice ? notice.message : undefined
    return typeof message === 'string' ? [message] : []
  })
}

function knownProblem(entity: Entity, staged: StagedRow): ChangeErrorWords | null {
  for (const [column, input] of inputsOf(staged)) {
    const field = entity.columns.find(({ name }) => name === column)
    if (field === undefined) return droppedWords(column)
    const problem = problemOf(field, input)
    if (problem !== null) return { title: problem, detail: null, columns: [column] }
  }
  return null
}

export function inputsOf(staged: StagedRow): (readonly [column: string, input: CellInput])[] {
  if (staged.kind === 'insert') return [...staged.values]
  return staged.kind === 'update' ? Array.from(staged.cells, ([column, { input }]) => [column, input] as const) : []
}

/** Reads the rows again that were not as they had been seen, and says which cells differ. */
async function explainChanged(scope: TableScope, rows: StagedRows, notices: readonly string[]): Promise<SaveOutcome> {
  const seen = [...rows].flatMap(([row, staged]) => (staged.kind === 'insert' ? [] : [{ row, staged }]))
  const first = seen[0]?.staged.key
  const unexplained = (): SaveOutcome => {
    const [row = null, staged] = [...rows][0] ?? []
    return { kind: 'refused', failure: { row, words: skippedWords(staged?.kind ?? 'update', scope.as?.role, notices) } }
  }
  if (first === undefined) return unexplained()
  const keys = { columns: first.columns, values: seen.map(({ staged }) => staged.key.values) }
  const columns = [
    ...new Set(
      seen.flatMap(({ staged }) =>
        staged.kind === 'update' ? [...staged.cells.keys()] : seenCells(scope.entity, staged).map(({ column }) => column),
      ),
    ),
  ]
  const [whole, shown] = await Promise.all([fetchWhole(scope, keys, columns), fetchShown(scope, keys)])
  const conflicts: CellConflict[] = []
  const agreed: CellName[] = []
  for (const { row, staged } of seen) {
    const values = whole.get(JSON.stringify(staged.key.values))
    if (staged.kind === 'delete') {
      if (values === undefined) conflicts.push({ row, column: staged.key.columns[0]!, theirs: undefined })
      else {
        const theirsOf = (column: string) => values[columns.indexOf(column)] ?? null
        const changed = seenCells(scope.entity, staged).filter(({ column, base }) => theirsOf(column) !== base)
        conflicts.push(...changed.map(({ column }) => ({ row, column, theirs: theirsOf(column) })))
      }
      continue
    }
    for (const [column, { input, base }] of staged.cells) {
      const theirs = values === undefined ? undefined : (values[columns.indexOf(column)] ?? null)
      if (theirs === base) continue
      if (theirs !== undefined && isSame(input, theirs)) agreed.push({ row, column })
      else conflicts.push({ row, column, theirs })
    }
  }
  if (conflicts.length === 0 && agreed.length === 0) return unexplained()
  const present = new Map(seen.map(({ row, staged }) => [row, shown.get(JSON.stringify(staged.key.values)) ?? null]))
  return { kind: 'changed', conflicts, agreed, present }
}

type Keys = { readonly columns: readonly string[]; readonly values: readonly (readonly string[])[] }

/** Whole values of rows, by their keys as JSON; rows that are gone are left out. @throws AppError by SQLSTATE */
export async function fetchWhole(
  { projectRef, entity, as }: TableScope,
  keys: Keys,
  columns: readonly string[],
): Promise<ReadonlyMap<string, Cells>> {
  const { sql } = getWholeCellsSql({ table: entity, keys, columns })
  const { results } = await runSql(projectRef, { query: sql, as, read_only: true, row_limit: maxRowLimit })
  const width = keys.columns.length
  return new Map((results[0]?.rows ?? []).map((row) => [JSON.stringify(row.slice(0, width)), row.slice(width)]))
}

/** Rows as the grid shows them, by their keys as JSON; rows that are gone are left out. @throws AppError by SQLSTATE */
export async function fetchShown({ projectRef, entity, as }: TableScope, keys: Keys): Promise<ReadonlyMap<string, Cells>> {
  const { sql } = getTableRowsSql({ table: entity, filters: [keyFilter(entity, keys)], limit: keys.values.length })
  const { results } = await runSql(projectRef, { query: sql, as, read_only: true, row_limit: maxRowLimit })
  const places = keys.columns.map((name) => entity.columns.findIndex((column) => column.name === name))
  return new Map((results[0]?.rows ?? []).map((row) => [JSON.stringify(places.map((place) => row[place] ?? null)), row]))
}

/** Which row and columns the database refused, and why. */
async function explainFailure(scope: TableScope, rows: StagedRows, plan: readonly SaveStatement[], error: unknown): Promise<SaveFailure> {
  const place = isAppError(error) ? error.details['statement'] : undefined
  const statement = typeof place === 'number' ? plan[place] : undefined
  const changed = statement?.columns ?? [...new Set([...rows.values()].flatMap((staged) => inputsOf(staged).map(([column]) => column)))]
  const explained = await explain(scope, error, changed)
  const row = statement?.rows.length === 1 ? statement.rows[0]! : null
  const columns =
    explained.columns.length > 0 ? explained.columns : await blame(scope, statement, row === null ? undefined : rows.get(row), error).catch(() => [])
  // what is not there is what the value names, as of a regclass
  const isMisfit = isAppError(error) && error.code === 'undefined_object' && explained.isFinal !== true && columns.length > 0
  const words = isMisfit ? { ...explained, title: misfitTitle } : explained
  const constraint = isAppError(error) ? error.details['constraint'] : undefined
  if (statement !== undefined || typeof constraint !== 'string') return { row, words: { ...words, columns } }
  // at the end of a transaction no statement is at fault: the row is known only where one alone set these columns
  const suspects = [...rows].filter(([, staged]) => inputsOf(staged).some(([column]) => columns.includes(column)))
  const title = saveText.deferred(words.title, constraint)
  return { row: suspects.length === 1 ? suspects[0]![0] : null, words: { ...words, columns, title } }
}

/** Adds details from the catalog. */
async function explain(scope: TableScope, error: unknown, changed: readonly string[]): Promise<ChangeErrorWords> {
  const words = explainChangeError(error, scope.entity, changed)
  if (!isAppError(error)) return words
  try {
    if (error.details['sqlstate'] === featureNotSupported) return (await lookForRules(scope)) ?? words
    if (error.code !== 'undefined_object') return words
    return (await lookForGone(scope)) ?? { ...words, title: saveText.missing }
  } catch {
    return words
  }
}

/** Message of Postgres for RETURNING on a table with a rule that replaces the change. */
const featureNotSupported = '0A000'

/** Which rules take the place of changes. @throws AppError by SQLSTATE */
async function lookForRules({ projectRef, entity }: TableScope): Promise<ChangeErrorWords | null> {
  const rules = await fetchRows(projectRef, getInsteadRulesSql({ relation: entity.id }))
  const names = rules.map(({ name }) => name)
  return names.length === 0 ? null : ruleWords(entity, names)
}

/** Returns what the table no longer has. @throws AppError by SQLSTATE */
async function lookForGone({ projectRef, entity }: TableScope): Promise<ChangeErrorWords | null> {
  const [found] = await fetchRows(projectRef, getTableEditorSql({ id: entity.id }))
  return goneWords(entity, found?.entity ?? null)
}

/** Columns that a refused statement fell over, as far as it can be found out. */
async function blame(
  scope: TableScope,
  statement: SaveStatement | undefined,
  staged: StagedRow | undefined,
  error: unknown,
): Promise<readonly string[]> {
  if (!isAppError(error)) return []
  const { projectRef, entity } = scope
  const constraint = error.details['constraint']
  if (typeof constraint === 'string') {
    const lookup = getConstraintColumnsSql({ relation: entity.id, name: constraint })
    const { results } = await runSql(projectRef, { query: lookup.sql, read_only: true })
    const names = decodeRows(lookup, results).map(({ name }) => name)
    const own = names.filter((name) => statement?.columns.includes(name))
    if (names.length > 0) return own.length > 0 ? own : names
  }
  if (staged === undefined || statement === undefined) return []
  const inputs = inputsOf(staged)
  const position = error.details['position']
  const column = typeof position === 'number' ? columnAtPosition(statement.query, inputs, position) : null
  if (column !== null) return [column]
  // a check that is none of the table's is one of a domain
  if (!ofValues.has(error.code)) return []
  return inputs.length === 1 && error.code !== 'undefined_object' ? [inputs[0]![0]] : firstUnfit(scope, inputs, error.code)
}

/** Returns the type's own error for a value. */
const ofValues: ReadonlySet<ErrorCode> = new Set(['invalid_value', 'check_violation', 'not_null_violation', 'undefined_object'])

/** Returns the first value that its type refuses for the same reason. */
async function firstUnfit(
  { projectRef, entity, as }: TableScope,
  inputs: readonly (readonly [string, CellInput])[],
  code: AppError['code'],
): Promise<readonly string[]> {
  for (const [name, input] of inputs) {
    const column = entity.columns.find((candidate) => candidate.name === name)
    if (column === undefined || input.kind === 'default') continue
    const query = `select ${format.literal(input.kind === 'text' ? input.text : null)}::${column.type}`
    const isRefused = await runSql(projectRef, { query, as, read_only: true }).then(
      () => false,
      (error: unknown) => isAppError(error) && error.code === code,
    )
    if (isRefused) return [name]
  }
  return []
}
