import type { QueryReply } from '@colonnade/contracts'
import { getTableRowsSql, isCutCell, rowKey, rowOrder, type CellInput, type Entity, type RowKey, type RowSort } from '@colonnade/pg-meta'
import { runSql } from '../../../scope/run-sql.ts'
import { keptPages, pageRows, scrollPauseMs, stretchRows } from '../limits.ts'
import { countRows } from '../queries.ts'
import { farPages, pagesOf, planPage, totalAfterPage, type PageEdges, type Total } from './page-plan.ts'

/** One row of the grid. Rows that are not here yet have no cells. */
export interface GridRow {
  readonly cells: readonly (string | null)[] | null
  /** Its key as text, for selections and errors; null where rows can't be told apart. */
  readonly id: string | null
  readonly key: RowKey | null
  /** What an editor wants to write into one of its cells. */
  readonly draft?: { readonly column: string; readonly input: CellInput }
}

export interface WindowState {
  /** As long as there are rows to scroll over. */
  readonly rows: readonly GridRow[]
  readonly total: Total
  readonly isLoading: boolean
  readonly error: unknown
}

const absent: GridRow = { cells: null, id: null, key: null }

/**
 * The rows of one relation in one order, of which only the pages around what is shown are in memory. Pages are found by key from
 * their neighbours; the number of rows is the planner's guess until the end is seen or counted.
 */
export class RowWindow {
  static #made = 0
  /** Tells windows apart: another table, order or stretch is another window. */
  readonly number = ++RowWindow.#made
  readonly entity: Entity
  readonly #ref: string
  readonly #sorts: readonly RowSort[]
  readonly #from: number
  readonly #listeners = new Set<() => void>()
  readonly #pages = new Map<number, readonly GridRow[]>()
  readonly #edges = new Map<number, PageEdges>()
  readonly #fetches = new Map<number, AbortController>()
  #shown: readonly number[] = [0]
  #pause: ReturnType<typeof setTimeout> | null = null
  #lastFetchAt = 0
  #life = 0
  #state: WindowState = { rows: [], total: { rows: 0, isExact: false }, isLoading: true, error: null }

  constructor(ref: string, entity: Entity, sorts: readonly RowSort[], from = 0) {
    this.#ref = ref
    this.entity = entity
    this.#sorts = sorts
    this.#from = from
  }

  readonly get = (): WindowState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Fetches the first rows, or all that is shown again after something changed. */
  load(): void {
    this.#forget()
    this.#life += 1
    this.#update({ isLoading: true, error: null })
    for (const page of this.#shown) void this.#fetch(page)
    void this.count(false)
  }

  dispose(): void {
    this.#life += 1
    this.#forget()
    if (this.#pause !== null) clearTimeout(this.#pause)
  }

  /** These rows are on the screen: what is missing of them is fetched, with pauses while one scrolls fast. */
  show(fromRow: number, toRow: number): void {
    this.#shown = pagesOf(fromRow, toRow, pageRows, this.#state.rows.length)
    if (this.#pause !== null) return
    const wait = this.#lastFetchAt + scrollPauseMs - performance.now()
    if (wait <= 0) return this.#fetchShown()
    this.#pause = setTimeout(() => {
      this.#pause = null
      this.#fetchShown()
    }, wait)
  }

  /** How many rows there are; exact when asked, however long that takes. */
  async count(isExact: boolean): Promise<void> {
    const life = this.#life
    try {
      const { count, isEstimate } = await countRows(this.#ref, this.entity, isExact)
      if (life !== this.#life || (isEstimate && this.#state.total.isExact)) return
      this.#resize({ rows: Math.max(0, count - this.#from), isExact: !isEstimate })
    } catch (error) {
      if (life === this.#life && isExact) throw error
    }
  }

  /** Puts other cells into a row at once, as an edit does before and after it is answered. */
  replace(index: number, row: GridRow): void {
    const page = Math.floor(index / pageRows)
    const rows = this.#pages.get(page)
    if (rows === undefined) return
    this.#pages.set(page, rows.with(index % pageRows, row))
    this.#update({ rows: this.#state.rows.with(index, row) })
  }

  rowOf(cells: readonly (string | null)[]): GridRow {
    const columns = rowKey(this.entity)
    const values = columns.map((name) => cells[this.entity.columns.findIndex((column) => column.name === name)])
    if (columns.length === 0 || values.some((value) => value === null || value === undefined)) return { cells, id: null, key: null }
    return { cells, id: JSON.stringify(values), key: { columns, values: values as string[] } }
  }

  #fetchShown(): void {
    for (const [page, fetch] of this.#fetches) if (!this.#shown.includes(page)) fetch.abort()
    for (const page of this.#shown) if (!this.#pages.has(page) && !this.#fetches.has(page)) void this.#fetch(page)
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
      if (life === this.#life && !abort.signal.aborted) this.#update({ isLoading: false, error })
    } finally {
      if (this.#fetches.get(page) === abort) this.#fetches.delete(page)
    }
  }

  async #read(page: number, signal: AbortSignal): Promise<GridRow[]> {
    const { isTotal } = rowOrder(this.entity, this.#sorts)
    const plan = isTotal ? planPage(page, pageRows, this.#edges) : { offset: page * pageRows }
    const isFromStart = !('after' in plan || 'before' in plan)
    const offset = plan.offset + (isFromStart ? this.#from : 0)
    const statement = getTableRowsSql({ table: this.entity, sorts: this.#sorts, limit: pageRows, ...plan, offset })
    const reply: QueryReply = await runSql(this.#ref, { query: statement.sql, signal })
    const rows = reply.results[0]?.rows ?? []
    // rows went away since the neighbour was seen: count from the start again
    if ('before' in plan && rows.length < pageRows) {
      this.#edges.clear()
      return this.#read(page, signal)
    }
    return rows.map((cells) => this.rowOf(cells))
  }

  #keep(page: number, rows: readonly GridRow[]): void {
    this.#pages.set(page, rows)
    const edges = this.#edgesOf(rows)
    if (edges) this.#edges.set(page, edges)
    for (const far of farPages(this.#pages.keys(), this.#shown, keptPages)) this.#pages.delete(far)
    const total = totalAfterPage(this.#state.total, page, pageRows, rows.length)
    this.#resize(total ?? this.#state.total)
    this.#update({ isLoading: false, error: null })
    if (total === null) void this.count(true).catch(() => {})
  }

  #edgesOf(rows: readonly GridRow[]): PageEdges | null {
    const { terms, isTotal } = rowOrder(this.entity, this.#sorts)
    const first = rows[0]?.cells
    const last = rows.at(-1)?.cells
    if (!isTotal || !first || !last || rows.length < pageRows) return null
    const places = terms.map(({ column }) => this.entity.columns.findIndex(({ name }) => name === column))
    const isCut = (cells: readonly (string | null)[]) => places.some((place) => isCutCell(this.entity.columns[place]!, cells[place] ?? null))
    if (isCut(first) || isCut(last)) return null
    const valuesOf = (cells: readonly (string | null)[]) => places.map((place) => cells[place] ?? null)
    return { first: valuesOf(first), last: valuesOf(last) }
  }

  /** Makes the list as long as there are rows to scroll over, with what is loaded in its place. */
  #resize(total: Total): void {
    // while it is loaded again, what was there stays until the first page comes
    if (this.#pages.size === 0 && this.#state.rows.length > 0) return this.#update({ total })
    const isKnown = total.rows > 0 || total.isExact
    const loaded = [...this.#pages.keys()].reduce((end, page) => Math.max(end, page * pageRows + this.#pages.get(page)!.length), 0)
    const length = Math.min(stretchRows, isKnown && total.isExact ? total.rows : Math.max(total.rows, loaded))
    // one shared stand-in for half a million rows: it is never changed
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
    const rows = Array.from<GridRow>({ length }).fill(absent)
    for (const [page, loadedRows] of this.#pages) {
      loadedRows.forEach((row, index) => {
        if (page * pageRows + index < length) rows[page * pageRows + index] = row
      })
    }
    this.#update({ rows, total })
  }

  #forget(): void {
    for (const fetch of this.#fetches.values()) fetch.abort()
    this.#fetches.clear()
    this.#pages.clear()
    this.#edges.clear()
  }

  #update(change: Partial<WindowState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
