import { format, keyFilter, type CellInput, type Entity } from '@colonnade/pg-meta'
import { getRowDeleteSql, getRowEditSql, getRowsInsertSql } from '@colonnade/pg-meta/row-edits'
import { getMatchingRowsDeleteSql } from '@colonnade/pg-meta/bulk-changes'
import { getFollowNumbersSql, isNumbered } from '@colonnade/pg-meta/follow-numbers'
import { orderedChange, type PlannedChange } from './planned-change.ts'
import { roomFor } from '../room.ts'
import { saveOrder } from './save-order.ts'
import { seenCells } from '../seen-cells.ts'
import type { RowId, StagedRow } from '../staging.ts'

/** One statement of a save, and what it is about. */
export interface SaveStatement {
  readonly query: string
  readonly expected_rows: number
  readonly rows: readonly RowId[]
  /** Columns that it sets; none for a deletion. */
  readonly columns: readonly string[]
  /** Its rows are those that it leaves behind; false where a later statement goes on with them. */
  readonly isLast: boolean
}

/** Above this number of statements, rows are inserted many at a time. */
const manyStatements = 2_000
const insertedTogether = 50
/** More deletions than these are one statement. */
const manyDeletes = 200

/** The statements that save rows, in an order in which the database takes them. */
export function savePlan(entity: Entity, rows: Iterable<readonly [RowId, StagedRow]>, isReturning = true): SaveStatement[] {
  const { order, cycles } = saveOrder(Array.from(rows, ([row, staged]) => orderedChange(entity, row, staged)))
  const inserts = order.filter(({ kind }) => kind === 'insert').length
  const isMany = order.length > manyStatements && inserts > manyStatements / 2
  const isSelfReferring = entity.relationships.some(({ source_table_id: from, target_table_id: to }) => from === entity.id && to === entity.id)
  const deletes = order.filter(({ kind }) => kind === 'delete').length
  const statements: SaveStatement[] = []
  const rooms = [...cycles].flatMap((change) => {
    const room = change.staged.kind === 'update' ? roomFor(entity, change.staged, change.movedColumns) : null
    return room === null ? [] : [{ change, room }]
  })
  for (const { change, room } of rooms) {
    statements.push({
      query: getRowEditSql({ table: entity, ...room.first, isReturning }).sql,
      expected_rows: 1,
      rows: [change.row],
      columns: room.columns,
      isLast: false,
    })
  }
  const made = new Map(rooms.map(({ change, room }) => [change, room]))
  for (let index = 0; index < order.length;) {
    const change = order[index]!
    const together = isMany ? insertedTogether : 1
    const isOneDelete = change.kind === 'delete' && (isSelfReferring || deletes > manyDeletes)
    const run = runOf(order, index, isOneDelete ? Infinity : change.kind === 'insert' ? together : 1)
    statements.push(statementOf(entity, run, made.get(change)?.second, isReturning))
    index += run.length
  }
  return statements
}

/** Moves sequences past manually entered numbers, once all rows are saved. */
export function followStatements(entity: Entity, rows: Iterable<StagedRow>): string[] {
  const given = [...rows].flatMap(givenTexts)
  return entity.columns.filter(isNumbered).flatMap((column) => {
    const values = given.flatMap(([name, text]) => (name === column.name ? [text] : []))
    return values.length === 0 ? [] : [getFollowNumbersSql({ table: entity, column, values })]
  })
}

function givenTexts(staged: StagedRow): (readonly [column: string, text: string])[] {
  if (staged.kind === 'delete') return []
  const inputs = staged.kind === 'insert' ? [...staged.values] : Array.from(staged.cells, ([column, { input }]) => [column, input] as const)
  return inputs.flatMap(([column, input]) => (input.kind === 'text' ? [[column, input.text] as const] : []))
}

/** Changes from a place on that can be one statement. */
function runOf(order: readonly PlannedChange[], from: number, most: number): readonly PlannedChange[] {
  const first = order[from]!
  const columns = insertColumns(first.staged).join('\0')
  let end = from + 1
  const isSame = (change: PlannedChange | undefined) => change?.kind === first.kind && insertColumns(change.staged).join('\0') === columns
  // rows of defaults alone have no VALUES to stand together in
  while (end - from < most && isSame(order[end]) && (first.kind !== 'insert' || columns !== '')) end += 1
  return order.slice(from, end)
}

function statementOf(entity: Entity, run: readonly PlannedChange[], edit: Edit | undefined, isReturning: boolean): SaveStatement {
  const rows = run.map(({ row }) => row)
  const { staged } = run[0]!
  const shape = { expected_rows: run.length, rows, isLast: true }
  if (staged.kind === 'update')
    return { ...shape, query: getRowEditSql({ table: entity, ...(edit ?? editOf(staged)), isReturning }).sql, columns: [...staged.cells.keys()] }
  if (staged.kind === 'insert') {
    const columns = insertColumns(staged)
    const values = run.map((change) =>
      columns.map((column) => (change.staged.kind === 'insert' ? change.staged.values.get(column)! : ({ kind: 'default' } as const))),
    )
    return { ...shape, query: getRowsInsertSql({ table: entity, columns, rows: values, isReturning }).sql, columns }
  }
  const keys = run.flatMap((change) => (change.staged.kind === 'delete' ? [change.staged.key.values] : []))
  if (run.length === 1) {
    return { ...shape, query: getRowDeleteSql({ table: entity, key: staged.key, cells: seenCells(entity, staged) }).sql, columns: [] }
  }
  const filters = [keyFilter(entity, { columns: staged.key.columns, values: keys })]
  return { ...shape, query: getMatchingRowsDeleteSql({ table: entity, filters }).sql, columns: [] }
}

type Edit = Omit<Parameters<typeof getRowEditSql>[0], 'table'>

function editOf({ key, cells }: Extract<StagedRow, { kind: 'update' }>): Edit {
  return { key, cells: Array.from(cells, ([column, cell]) => ({ column, ...cell })) }
}

function insertColumns(staged: StagedRow): readonly string[] {
  return staged.kind === 'insert' ? [...staged.values.keys()] : []
}

/**
 * The column whose value stands at a place of a statement, as the database names it: from 1, in characters; null when none does. Texts
 * stand in the order of the columns, so each is looked for behind the one before.
 */
export function columnAtPosition(query: string, inputs: readonly (readonly [column: string, input: CellInput])[], position: number): string | null {
  const offset = Array.from(query)
    .slice(0, position - 1)
    .join('').length
  let from = query.startsWith('insert') ? query.indexOf(' values (') : 0
  for (const [column, input] of inputs) {
    if (input.kind !== 'text') continue
    const text = format.literal(input.text)
    const start = query.indexOf(query.startsWith('insert') ? text : `${format.ident(column)} = ${text}`, from)
    if (start < 0) continue
    from = start + text.length
    if (offset >= start && offset < start + text.length + format.ident(column).length + 3) return column
  }
  return null
}
