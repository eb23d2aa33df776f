import { AppError } from '@colonnade/core'
import { rowKey, rowOrder, type CellInput, type RowFilter, type RowKey, type RowSort } from '@colonnade/pg-meta'
import { isLostRead } from '../../../scope/reachability.ts'
import { readError } from '../changes/timeout-text.ts'
import { keptCharacters, keptRows, placeholderMs, rowsPerPage, screensAhead, scrollPauseMs, unknownRows } from '../limits.ts'
import { totalAhead } from './count-run.ts'
import { listRows } from './list-rows.ts'
import { countRows } from '../queries.ts'
import type { TableScope } from '../table-scope.ts'
import { farPages, pagesOf, planPage, totalAfterPage, type PageEdges, type Total } from './page-plan.ts'
import { edgesOf, pageRun } from './page-run.ts'
import { countsAhead, rowsAhead } from './runs-ahead.ts'

/** One row of the grid. Rows that are not here yet have no cells. */
export interface GridRow {
  readonly cells: readonly (string | null)[] | null
  /** Its key as text, `new:…` of one that is not saved yet; null if rows can't be identified. */
  readonly id: string | null
  readonly key: RowKey | null
  /** What an editor wants to write into one of its cells. */
  readonly draft?: { readonly column: string; readonly input: CellInput }
  /** Why its page could not be fetched. */
  readonly error?: unknown
  /** What somebody else has just done to it: changed cells, by their places, or removed it. */
  readonly live?: { readonly kind: 'changed'; readonly places: ReadonlySet<number> } | { readonly kind: 'gone' }
}

/** Which rows, in which order. */
export interface RowsView {
  readonly filters: readonly RowFilter[]
  readonly sorts: readonly RowSort[]
}

/** The part of the rows that one scrolls over, and how they are fetched. */
export interface Stretch {
  /** Number of rows before it: a multiple of the page size. */
  readonly from: number
  readonly maxRows: number
  readonly pageSize: number
}

export interface WindowState {
  /** As long as there are rows to scroll over: those of the stretch. */
  readonly rows: readonly GridRow[]
  readonly stretch: Stretch
  /** Of all rows, also before and after the stretch. */
  readonly total: Total
  readonly isLoading: boolean
  /** Why nothing could be fetched, while there is nothing to show. */
  readonly error: unknown
}

export interface RowPage {
  readonly rows: readonly GridRow[]
  readonly characters: number
}

const plainStretch: Stretch = { from: 0, maxRows: Infinity, pageSize: rowsPerPage }
const unread: WindowState = { rows: [], stretch: plainStretch, total: { rows: 0, isExact: false }, isLoading: true, error: null }

/**
 * The rows of one relation in one order, of which only the pages around what is shown are in memory. Pages are found by key from
 * their neighbours; the number of rows is the planner's guess until the end is seen or counted.
 */
export class RowWindow {
  static #made = 0
  /** Identifies the window: another table, role, filter or order is another window. */
  readonly number = ++RowWindow.#made
  readonly scope: TableScope
  readonly view: RowsView
  #stretch: Stretch
  readonly #listeners = new Set<() => void>()
  readonly #pages = new Map<number, RowPage>()
  readonly #failures = new Map<number, unknown>()
  readonly #edges = new Map<number, PageEdges>()
  readonly #fetches = new Map<number, AbortController>()
  /** Pages that are on the screen until those of a refresh come. */
  #before: ReadonlyMap<number, RowPage> = new Map()
  #shown: readonly number[] = [0]
  #pause: ReturnType<typeof setTimeout> | null = null
  #lastFetchAt = 0
  #counting: AbortController | null = null
  /** Before anything is scrolled, what a tall screen holds. */
  #sight = { from: 0, to: 60 }
  #life = 0
  /** Whether the first rows take so long that places for them are shown. */
  #isSlow = false
  #state: WindowState = unread
  /** Whether the first rows were here before they were asked for. */
  #isFilled = false

  constructor(scope: TableScope, view: RowsView, stretch: Partial<Stretch> = {}) {
    this.scope = scope
    this.view = view
    this.#stretch = { ...plainStretch, ...stretch }
    this.#state = { ...unread, stretch: this.#stretch }
    this.#shown = [this.#firstPage()]
    const { from, pageSize } = this.#stretch
    const arrived = from > 0 ? null : rowsAhead.see(scope.projectRef, pageRun(scope, view, { offset: 0, limit: pageSize }, pageSize))
    if (arrived === null) return
    // drawn once with both: the number of rows changes the columns
    const total = totalAhead(scope, view)
    if (total !== null) this.#state = { ...this.#state, total }
    this.#keep(
      0,
      (arrived.results.at(-1)?.rows ?? []).map((cells) => this.rowOf(cells)),
    )
    this.#isFilled = true
  }

  get entity(): TableScope['entity'] {
    return this.scope.entity
  }

  get stretch(): Stretch {
    return this.#stretch
  }

  readonly get = (): WindowState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Fetches the first rows, or all that is shown again after something changed. */
  load(): void {
    if (this.#life > 0 || this.#isFilled) rowsAhead.forget()
    if (this.#life > 0) countsAhead.forget()
    this.#life += 1
    if (this.#isFilled) {
      this.#isFilled = false
      return void this.count(false)
    }
    const before = this.#pages.size > 0 ? new Map(this.#pages) : this.#before
    this.#forget()
    this.#before = before
    // rows may have come or gone: no page may be found from an end that was seen before
    this.#update({ isLoading: true, error: null, total: { ...this.#state.total, isExact: false } })
    for (const page of this.#shown) void this.#fetch(page)
    void this.count(false)
    this.#isSlow = false
    const life = this.#life
    setTimeout(() => {
      if (life !== this.#life || this.#pages.size > 0 || this.#state.rows.length > 0) return
      this.#isSlow = true
      this.#resize(this.#state.total)
    }, placeholderMs)
  }

  dispose(): void {
    this.#life += 1
    this.#forget()
    if (this.#pause !== null) clearTimeout(this.#pause)
    this.#pause = null
  }

  /** Goes to another part of the rows, or to pages of another size. What is in memory stays where it fits. */
  move(stretch: Stretch): void {
    const { from, maxRows, pageSize } = this.#stretch
    if (stretch.from === from && stretch.maxRows === maxRows && stretch.pageSize === pageSize) return
    this.#stretch = stretch
    if (stretch.pageSize !== pageSize) {
      this.#forget()
      this.#life += 1
      if (this.#life > 0) void this.count(false)
    }
    const isShown = (page: number) => page >= this.#firstPage() && page * stretch.pageSize < stretch.from + stretch.maxRows
    if (stretch.pageSize !== pageSize || !this.#shown.some(isShown)) this.#shown = [this.#firstPage()]
    this.#update({ stretch, rows: this.#life > 0 ? this.#list(this.#state.total) : [] })
    if (this.#life > 0) this.#fetchShown()
  }

  /** These rows of the stretch are on the screen: what is missing of them is fetched, with pauses while one scrolls fast. */
  show(fromRow: number, toRow: number): void {
    const before = this.#sight.from
    this.#sight = { from: Math.max(0, Math.floor(fromRow)), to: Math.ceil(toRow) }
    const { from, pageSize } = this.#stretch
    // and what is about to be on it: rows that are there when they are drawn are drawn once
    const ahead = screensAhead * (toRow - fromRow)
    const first = this.#sight.from < before ? Math.max(0, fromRow - ahead) : fromRow
    const last = this.#sight.from > before ? toRow + ahead : toRow
    this.#shown = pagesOf(from + first, from + last, pageSize, from + this.#state.rows.length)
    if (this.#pause !== null) return
    const wait = this.#lastFetchAt + scrollPauseMs - performance.now()
    if (wait <= 0) return this.#fetchShown()
    this.#pause = setTimeout(() => {
      this.#pause = null
      this.#fetchShown()
    }, wait)
  }

  /** Tries the pages again that failed. */
  retry(): void {
    this.#failures.clear()
    this.#update({ isLoading: true, error: null, rows: this.#list(this.#state.total) })
    this.#fetchShown()
  }

  /** Gives up what is being fetched and counted; what is here stays. Also stops the queries in the database. */
  stop(): void {
    for (const fetch of this.#fetches.values()) fetch.abort()
    this.#fetches.clear()
    this.#counting?.abort()
    if (this.#pages.size > 0) return this.#update({ isLoading: false, error: null })
    this.#update({ isLoading: false, error: new AppError('query_cancelled'), rows: [] })
  }

  /** How many rows there are; exact when asked, however long that takes. @throws AppError only when asked */
  async count(isExact: boolean): Promise<void> {
    const life = this.#life
    this.#counting?.abort()
    const counting = new AbortController()
    this.#counting = counting
    try {
      const { count, isEstimate } = await countRows(this.scope, this.view, isExact, counting.signal)
      if (life !== this.#life || (isEstimate && this.#state.total.isExact)) return
      this.#resize({ rows: count, isExact: !isEstimate })
    } catch (error) {
      if (life === this.#life && isExact && !counting.signal.aborted) throw readError(error, this)
    }
  }

  /**
   * A row, counted from 0 over all of them, is about to be gone to: its page is fetched at once, also before the stretch has moved
   * there. Beyond the supposed end there is room for it; whether it is there is seen when it is fetched.
   */
  reach(row: number): void {
    const { total } = this.#state
    if (!total.isExact && row >= total.rows) this.#resize({ rows: row + 1, isExact: false })
    this.#shown = [Math.floor(row / this.#stretch.pageSize)]
    this.#fetchShown()
  }

  /** Where a row is in the stretch, among those in memory; -1 when it is not. */
  indexOf(id: string): number {
    const { from, pageSize } = this.#stretch
    for (const [page, { rows }] of this.#pages) {
      const index = rows.findIndex((row) => row.id === id)
      if (index >= 0) return page * pageSize + index - from
    }
    return -1
  }

  /** Rows that are on the screen and in memory. */
  inSight(): GridRow[] {
    return this.#state.rows.slice(this.#sight.from, this.#sight.to + 1).filter(({ cells }) => cells !== null)
  }

  /** Rows in memory, in their order. */
  loaded(): GridRow[] {
    return [...this.#pages.keys()].sort((a, b) => a - b).flatMap((page) => this.#pages.get(page)!.rows)
  }

  /** Rows of the stretch, also those that are not in memory, which stay out of it. @throws AppError by SQLSTATE */
  async rowsBetween(fromRow: number, toRow: number): Promise<GridRow[]> {
    const { from, pageSize } = this.#stretch
    const pages = pagesOf(from + fromRow, from + toRow, pageSize, from + this.#state.rows.length)
    const rows: GridRow[] = []
    const { signal } = new AbortController()
    for (const page of pages) {
      const kept = this.#pages.get(page)?.rows
      const read = kept ?? (await this.#read(page, signal))
      const edges = kept === undefined ? edgesOf(this.scope, this.view, read, pageSize) : null
      if (edges) this.#edges.set(page, edges)
      rows.push(...read)
    }
    const first = from + fromRow - pages[0]! * pageSize
    return rows.slice(first, first + toRow - fromRow + 1)
  }

  /** Puts other cells into a row at once, as after an edit that was answered. */
  replace(index: number, row: GridRow): void {
    const { from, pageSize } = this.#stretch
    const number = Math.floor((from + index) / pageSize)
    const page = this.#pages.get(number)
    if (page === undefined) return
    this.#pages.set(number, { ...page, rows: page.rows.with((from + index) % pageSize, row) })
    this.#update({ rows: this.#state.rows.with(index, row) })
  }

  rowOf(cells: readonly (string | null)[]): GridRow {
    const columns = rowKey(this.entity)
    const values = columns.map((name) => cells[this.entity.columns.findIndex((column) => column.name === name)])
    if (columns.length === 0 || values.some((value) => value === null || value === undefined)) return { cells, id: null, key: null }
    return { cells, id: JSON.stringify(values), key: { columns, values: values as string[] } }
  }

  #firstPage(): number {
    return Math.floor(this.#stretch.from / this.#stretch.pageSize)
  }

  #fetchShown(): void {
    for (const [page, fetch] of this.#fetches) {
      if (this.#shown.includes(page)) continue
      fetch.abort()
      this.#fetches.delete(page)
    }
    for (const page of this.#shown) {
      if (this.#pages.has(page) || this.#fetches.has(page) || this.#failures.has(page)) continue
      // next to a page that is on its way it is found from there: two leaps would walk the same index twice
      if (!this.#fetches.has(page - 1) && !this.#fetches.has(page + 1)) void this.#fetch(page)
    }
  }

  async #fetch(page: number): Promise<void> {
    const life = this.#life
    const abort = new AbortController()
    this.#fetches.set(page, abort)
    this.#lastFetchAt = performance.now()
    try {
      const rows = await this.#read(page, abort.signal)
      if (life !== this.#life || abort.signal.aborted) return
      this.#keep(page, rows)
    } catch (error) {
      if (life === this.#life && !abort.signal.aborted) this.#fail(page, error)
    } finally {
      if (this.#fetches.get(page) === abort) {
        this.#fetches.delete(page)
        if (life === this.#life) this.#fetchShown()
      }
    }
  }

  async #read(page: number, signal: AbortSignal): Promise<GridRow[]> {
    const { isTotal } = rowOrder(this.entity, this.view.sorts)
    const { pageSize } = this.#stretch
    const plan = isTotal ? planPage(page, pageSize, this.#edges, this.#state.total) : { offset: page * pageSize, limit: pageSize }
    const { results } = await rowsAhead.take(this.scope.projectRef, { ...pageRun(this.scope, this.view, plan, pageSize), signal })
    const rows = results.at(-1)?.rows ?? []
    // rows went away since the neighbour, or the end, was seen: count from the start again
    if (('before' in plan || 'fromEnd' in plan) && rows.length < plan.limit) {
      this.#edges.clear()
      this.#state = { ...this.#state, total: { ...this.#state.total, isExact: false } }
      return this.#read(page, signal)
    }
    return rows.map((cells) => this.rowOf(cells))
  }

  #keep(page: number, rows: readonly GridRow[]): void {
    const { pageSize } = this.#stretch
    const characters = rows.reduce((sum, { cells }) => (cells ?? []).reduce((length, cell) => length + (cell?.length ?? 0), sum), 0)
    this.#before = new Map()
    this.#pages.set(page, { rows, characters })
    this.#failures.delete(page)
    const edges = edgesOf(this.scope, this.view, rows, pageSize)
    if (edges) this.#edges.set(page, edges)
    const sizes = new Map([...this.#pages].map(([number, kept]) => [number, kept.characters]))
    const far = farPages(sizes, this.#shown, Math.max(3, Math.ceil(keptRows / pageSize)), keptCharacters)
    for (const number of far) this.#pages.delete(number)
    const total = totalAfterPage(this.#state.total, page, pageSize, rows.length)
    const supposed = total ?? this.#state.total
    this.#update({ rows: this.#list(supposed), total: supposed, isLoading: false, error: null })
    if (total === null) void this.count(true).catch(() => {})
  }

  /** The rest stays usable: only where there is nothing at all is it the failure of the whole. */
  #fail(page: number, thrown: unknown): void {
    const error = readError(thrown, this)
    if (isLostRead(error)) {
      // a refresh that failed takes nothing away
      if (this.#pages.size === 0) for (const [number, kept] of this.#before) this.#pages.set(number, kept)
      if (this.#pages.has(page)) return this.#update({ isLoading: false, rows: this.#list(this.#state.total) })
    }
    this.#failures.set(page, error)
    if (this.#pages.size === 0) return this.#update({ isLoading: false, error, rows: [] })
    this.#update({ isLoading: false, rows: this.#list(this.#state.total) })
  }

  #resize(total: Total): void {
    const { rows, isExact } = this.#state.total
    if (total.rows === rows && total.isExact === isExact && this.#pages.size > 0) return
    // until the first page comes what was there stays; or nothing, as nothing is soon more than it
    if (this.#pages.size === 0 && this.#state.isLoading && !this.#isSlow) return this.#update({ total })
    this.#update({ rows: this.#list(total), total })
  }

  #list(total: Total): readonly GridRow[] {
    // nobody knows yet how many there are: what is shown says that they are on their way
    const isUnknown = this.#isSlow && this.#pages.size === 0 && this.#state.isLoading && total.rows === 0 && !total.isExact
    return listRows(this.#pages, this.#failures, this.#stretch, isUnknown ? unknownRows : total)
  }

  #forget(): void {
    for (const fetch of this.#fetches.values()) fetch.abort()
    this.#counting?.abort()
    this.#fetches.clear()
    this.#pages.clear()
    this.#failures.clear()
    this.#edges.clear()
    this.#before = new Map()
  }

  #update(change: Partial<WindowState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
