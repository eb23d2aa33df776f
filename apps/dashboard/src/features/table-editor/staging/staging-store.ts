import { isCutCell, type Entity } from '@colonnade/pg-meta'
import { toast } from '@colonnade/ui'
import { explainChangeError } from '../changes/explain-change-error.ts'
import type { RowWindow } from '../rows/row-window.ts'
import type { TableScope } from '../table-scope.ts'
import { conflictsWith } from './early-conflicts.ts'
import { ChangesKeeper } from './kept/changes-keeper.ts'
import { forgetChanges, keptTables, readChanges, type ReadChanges } from './kept/kept-changes.ts'
import { historyOf, redo, step, undo, type History } from './history.ts'
import { stagingStoreText } from './messages.ts'
import { randomUuid } from './room.ts'
import { fetchWhole, saveRows, type SaveOutcome } from './save.ts'
import {
  insertRows,
  nothingStaged,
  rebaseCell,
  removeRows,
  revertRow,
  setCells,
  settleSaved,
  type Doomed,
  type SavedRow,
  type StagedChanges,
} from './staged-changes.ts'
import type { CellChange, CellConflict, RowId, SaveFailure, Staging } from './staging.ts'

export interface StagingState {
  readonly history: History<StagedChanges>
  readonly conflicts: readonly CellConflict[]
  readonly failure: SaveFailure | null
  readonly isSaving: boolean
  /** Cells that were saved just now. */
  readonly saved: Staging['saved']
  /** When what the browser had kept was changed last, in milliseconds since 1970; null once that is saved or discarded. */
  readonly restoredFrom: number | null
  /** Whether the browser has room to keep what is staged. */
  readonly isKept: boolean
}

const unchanged: StagingState = {
  history: historyOf(nothingStaged),
  conflicts: [],
  failure: null,
  isSaving: false,
  saved: new Map(),
  restoredFrom: null,
  isKept: true,
}

/** So long cells show that they were saved. */
const savedMs = 1_500

/** What is staged for one table. It outlives the grid: who looks at another table and comes back finds it. */
export class StagingStore {
  #state = unchanged
  #saving: Promise<unknown> = Promise.resolve()
  #savedTimer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  /** @param kept what the browser kept of an earlier visit: one step, which Undo takes back */
  constructor(kept: ReadChanges | null = null) {
    if (kept !== null) this.#state = { ...unchanged, history: step(unchanged.history, kept.staged), restoredFrom: kept.at }
  }

  readonly get = (): StagingState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get staged(): StagedChanges {
    return this.#state.history.present
  }

  /**
   * Changes cells, at once, or when values that were shown cut have been fetched: only a whole value can be compared with.
   *
   * @throws AppError by SQLSTATE
   */
  set(scope: TableScope, changes: readonly CellChange[]): Promise<void> | null {
    const apply = (whole: readonly CellChange[]) => this.#apply(setCells(this.staged, whole), new Set(changes.map(({ row }) => row)))
    if (changes.some((change) => isBaseCut(scope.entity, change, this.staged))) return this.#withBases(scope, changes).then(apply)
    apply(changes)
    return null
  }

  insert(rows: Parameters<Staging['insert']>[0]): RowId[] {
    const ids = rows.map(() => `new:${randomUuid()}`)
    this.#apply(
      insertRows(
        this.staged,
        rows.map((values, index) => [ids[index]!, values] as const),
      ),
      new Set(ids),
    )
    return ids
  }

  remove(doomed: readonly Doomed[]): void {
    this.#apply(removeRows(this.staged, doomed), new Set(doomed.map(({ row }) => row)))
  }

  revert(row: RowId, column?: string): void {
    this.#apply(revertRow(this.staged, row, column), new Set([row]))
  }

  undo(): void {
    this.#turn(undo(this.#state.history))
  }

  redo(): void {
    this.#turn(redo(this.#state.history))
  }

  discard(): void {
    this.#update({ conflicts: [], failure: null })
    this.#apply(nothingStaged, new Set())
  }

  adopt(staged: StagedChanges): void {
    this.#apply(staged, new Set([...this.staged.rows.keys(), ...staged.rows.keys()]))
  }

  noteKept(isKept: boolean): void {
    if (isKept !== this.#state.isKept) this.#update({ isKept })
  }

  notice(entity: Entity, row: RowId, cells: readonly (string | null)[] | null): void {
    const staged = this.staged.rows.get(row)
    if (staged?.kind !== 'update' || this.#state.isSaving) return
    const conflicts = this.#state.conflicts.filter((other) => other.row !== row)
    this.#update({ conflicts: [...conflicts, ...conflictsWith(entity, row, staged, cells)] })
  }

  resolve({ columns }: Entity, { row, column, theirs }: CellConflict, keep: 'mine' | 'theirs'): void {
    const place = columns.findIndex(({ name }) => name === column)
    // of a row that is gone nothing can be kept, in no cell
    const isGone = theirs === undefined
    const conflicts = this.#state.conflicts.filter((other) => other.row !== row || (!isGone && other.column !== column))
    const isKept = keep === 'mine' && !isGone
    const next = isKept ? rebaseCell(this.staged, row, column, theirs, place) : revertRow(this.staged, row, isGone ? undefined : column)
    this.#apply(next, new Set([row]))
    this.#update({ conflicts })
  }

  /** Saves everything, or some rows, after whatever is being saved already. */
  async save(scope: TableScope, window: RowWindow, ids?: readonly RowId[]): Promise<boolean> {
    const before = this.#saving
    const run = async () => {
      await before
      return this.#save(scope, window, ids)
    }
    const saving = run()
    this.#saving = saving
    return saving
  }

  async #save(scope: TableScope, window: RowWindow, ids?: readonly RowId[]): Promise<boolean> {
    const { rows } = this.staged
    const asked = ids === undefined ? rows : new Map(ids.flatMap((id) => (rows.has(id) ? [[id, rows.get(id)!]] : [])))
    if (asked.size === 0) return true
    this.#update({ isSaving: true, failure: null, conflicts: [] })
    try {
      const shown = window.inSight().flatMap(({ key, live }) => (key === null || live?.kind === 'gone' ? [] : [key]))
      const outcome = await saveRows(scope, asked, shown)
      this.#settle(outcome, asked, window)
      return outcome.kind === 'saved'
    } catch (error) {
      this.#update({ failure: { row: null, words: explainChangeError(error, scope.entity, []) } })
      return false
    } finally {
      this.#update({ isSaving: false })
    }
  }

  #settle(outcome: SaveOutcome, asked: StagedChanges['rows'], window: RowWindow): void {
    if (outcome.kind === 'refused') return this.#update({ failure: outcome.failure })
    if (outcome.kind === 'changed') {
      for (const [id, cells] of outcome.present) {
        const index = window.indexOf(id)
        if (index >= 0 && cells !== null) window.replace(index, window.rowOf(cells))
      }
      const left = outcome.agreed.reduce((staged, { row, column }) => revertRow(staged, row, column), this.staged)
      this.#update({ conflicts: outcome.conflicts, history: historyOf(left) })
      return
    }
    const saved = [...outcome.rows].map(([row, cells]): SavedRow => ({
      row,
      staged: asked.get(row)!,
      now: cells === null ? null : nowOf(window, cells),
    }))
    this.#update({ history: historyOf(settleSaved(this.staged, saved)) })
    this.#flash(saved)
    if (outcome.notices.length > 0) toast.success(stagingStoreText.notice(outcome.notices.join('\n')))
    if (!outcome.isComplete || saved.some(({ staged }) => staged.kind !== 'update')) return window.load()
    for (const [row, cells] of [...outcome.rows, ...outcome.others]) {
      const index = window.indexOf(row)
      // one that is as it was stays the same row: whoever is about to show what somebody else made of it knows it by that
      const isSame = cells?.every((cell, place) => cell === window.get().rows[index]?.cells?.[place]) === true
      if (index >= 0 && cells !== null && !isSame) window.replace(index, window.rowOf(cells))
    }
  }

  #flash(saved: readonly SavedRow[]): void {
    const cells = saved.flatMap(({ now, staged }) => {
      if (now === null || staged.kind === 'delete') return []
      return [[now.id, staged.kind === 'insert' ? null : new Set(staged.cells.keys())] as const]
    })
    this.#update({ saved: new Map(cells) })
    clearTimeout(this.#savedTimer)
    this.#savedTimer = setTimeout(() => this.#update({ saved: new Map() }), savedMs)
  }

  async #withBases(scope: TableScope, changes: readonly CellChange[]): Promise<CellChange[]> {
    const cut = changes.filter((change) => isBaseCut(scope.entity, change, this.staged))
    const { columns } = cut[0]!.key!
    const names = [...new Set(cut.map(({ column }) => column))]
    const values = await fetchWhole(scope, { columns, values: cut.map(({ key }) => key!.values) }, names)
    return changes.map((change) => {
      const found = cut.includes(change) ? values.get(JSON.stringify(change.key!.values)) : undefined
      return found === undefined ? change : { ...change, base: found[names.indexOf(change.column)] ?? null }
    })
  }

  #apply(next: StagedChanges, touched: ReadonlySet<RowId>): void {
    this.#turn(step(this.#state.history, next), touched)
  }

  /** What was said about a row is no longer true of it once it is changed. */
  #turn(history: History<StagedChanges>, touched?: ReadonlySet<RowId>): void {
    const { failure, conflicts } = this.#state
    const isTouched = failure !== null && (failure.row === null || touched === undefined || touched.has(failure.row))
    this.#update({
      history,
      failure: isTouched ? null : failure,
      conflicts: conflicts.filter(({ row, column }) => {
        const staged = history.present.rows.get(row)
        return staged?.kind === 'delete' || (staged?.kind === 'update' && staged.cells.has(column))
      }),
    })
  }

  #update(change: Partial<StagingState>): void {
    this.#state = { ...this.#state, ...change }
    if (this.staged.rows.size === 0) this.#state = { ...this.#state, restoredFrom: null }
    for (const listener of this.#listeners) listener()
    noticeDirty()
  }
}

function isBaseCut(entity: Entity, { column, base, key, row }: CellChange, { rows }: StagedChanges): boolean {
  const staged = rows.get(row)
  if (key === null || (staged?.kind === 'update' && staged.cells.has(column))) return false
  const field = entity.columns.find(({ name }) => name === column)
  return field !== undefined && isCutCell(field, base)
}

function nowOf(window: RowWindow, cells: readonly (string | null)[]): SavedRow['now'] {
  const { id, key } = window.rowOf(cells)
  const { columns } = window.entity
  const valueOf = (column: string) => cells[columns.findIndex(({ name }) => name === column)] ?? null
  return id === null || key === null ? null : { id, key, valueOf }
}

interface KeptTable {
  readonly store: StagingStore
  readonly keeper: ChangesKeeper | null
}

const stores = new Map<string, KeptTable>()
const dirtyListeners = new Set<() => void>()
let dirty: readonly string[] = []
let owner: string | null = null
/** Tables that have changes in the browser's storage and were not opened since. */
const waiting = new Set<string>()

const nameOf = (projectRef: string, table: number) => `${projectRef} ${table}`

/** Returns the one store of a table while the dashboard is open. It begins with what the browser kept for the person who is signed in. */
export function stagingStoreOf({ projectRef, entity }: TableScope): StagingStore {
  const name = nameOf(projectRef, entity.id)
  const known = stores.get(name)
  if (known !== undefined) return known.store
  const place = owner === null ? null : { person: owner, projectRef, table: entity.id }
  const store = new StagingStore(place === null ? null : readChanges(place, entity))
  stores.set(name, { store, keeper: place === null ? null : new ChangesKeeper(place, entity, store) })
  waiting.delete(name)
  // a store can be created during a render, when nothing else may change
  queueMicrotask(noticeDirty)
  return store
}

/** Names of the tables with something staged, now or on an earlier visit: the project's reference and the table's oid. */
export const dirtyTables = {
  get: (): readonly string[] => dirty,
  subscribe: (listener: () => void): (() => void) => {
    dirtyListeners.add(listener)
    return () => dirtyListeners.delete(listener)
  },
}

/** Throws away what is staged for one table, also what the browser keeps of it. */
export function discardStaged(projectRef: string, table: number): void {
  const name = nameOf(projectRef, table)
  const known = stores.get(name)
  known?.store.discard()
  known?.keeper?.stop()
  stores.delete(name)
  waiting.delete(name)
  if (owner !== null) forgetChanges({ person: owner, projectRef, table })
  noticeDirty()
}

/** What is staged belongs to a person: when another one has signed in, it leaves the page. The same one finds it again. */
export function keepStagedOf(person: string): void {
  if (owner === person) return
  for (const { store, keeper } of stores.values()) {
    keeper?.stop()
    store.discard()
  }
  stores.clear()
  waiting.clear()
  owner = person
  for (const { projectRef, table } of keptTables(person)) waiting.add(nameOf(projectRef, table))
  noticeDirty()
}

let isAsking = false

function noticeDirty(): void {
  const open = [...stores].flatMap(([name, { store }]) => (store.staged.rows.size > 0 ? [name] : []))
  // the browser asks before the page goes while anything is staged
  if (open.length > 0 !== isAsking) {
    isAsking = open.length > 0
    if (isAsking) window.addEventListener('beforeunload', askFirst)
    else window.removeEventListener('beforeunload', askFirst)
  }
  const next = [...new Set([...open, ...waiting])].sort()
  if (next.join() === dirty.join()) return
  dirty = next
  for (const listener of dirtyListeners) listener()
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
