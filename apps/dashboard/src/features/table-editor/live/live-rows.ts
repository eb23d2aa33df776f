import type { RowChangeEvent } from '@colonnade/contracts/data/row-changes'
import { getTableRowsSql, keyFilter, rowKey } from '@colonnade/pg-meta'
import { getRowVersionsSql } from '@colonnade/pg-meta/row-versions'
import { runSql } from '../../../scope/run-sql.ts'
import { flashMs, followDelayMs, lookGapMs, maxPolledRows, maxPollMs, pollMs } from '../limits.ts'
import { countRows } from '../queries.ts'
import type { GridRow, RowWindow } from '../rows/row-window.ts'
import type { Staging } from '../staging/staging.ts'
import { followChanges } from './follow-changes.ts'
import { toldBy } from './told.ts'
import { changedPlaces, compareVersions, waitMs } from './versions.ts'

export interface LiveRowsOptions {
  /** Whether somebody is writing into a cell, or saving: nothing may move under their hands. */
  readonly isBusy: () => boolean
  /** A row was changed, or is gone (null), since it was shown. */
  readonly onTheirs: Staging['notice']
  /** More rows than are shown match now. */
  readonly onNews: (rows: number) => void
}

/**
 * Keeps the rows on the screen as they are in the database: the versions of those in sight are asked for, and only those that were written
 * are fetched. Tables in the realtime publication report their changes, which are loaded as they
 * arrive; others are polled every few seconds.
 */
export class LiveRows {
  readonly #window: RowWindow
  readonly #options: LiveRowsOptions
  readonly #versions = new Map<string, string>()
  #inserted: string | null = null
  /** True if all changes are reported from now on, so that polling isn't needed. */
  #isFollowing = false
  /** Whether changes were reported since the last check, and whether they include new rows. */
  #isTold = false
  #isInserted = false
  /** Whether to look as soon as may be. */
  #isUrgent = false
  #lookedAt = 0
  #following: AbortController | null = null
  #followTimer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #abort: AbortController | null = null

  constructor(window: RowWindow, options: LiveRowsOptions) {
    this.#window = window
    this.#options = options
  }

  start(): void {
    this.stop()
    this.#wait()
    // rows come first, and who only passes by needs nothing
    this.#followTimer = setTimeout(() => this.#follow(), followDelayMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#followTimer)
    this.#abort?.abort()
    this.#abort = null
    this.#following?.abort()
  }

  #follow(): void {
    const { scope, entity } = this.#window
    // with another role, not all reported rows may be visible
    if (scope.as !== undefined) return
    const following = new AbortController()
    this.#following = following
    void followChanges({
      projectRef: scope.projectRef,
      table: entity.id,
      signal: following.signal,
      onFollowing: (isFollowing) => (this.#isFollowing = isFollowing),
      onEvent: (event) => this.#hear(event),
    })
  }

  #hear(event: RowChangeEvent): void {
    const { ids, isInserted } = toldBy(event, rowKey(this.#window.entity), this.#window.entity.columns)
    this.#isInserted ||= isInserted
    // what is not in sight now is looked at when it comes into sight
    if (ids === null) this.#versions.clear()
    else for (const id of ids) this.#versions.delete(id)
    if (!isInserted && !this.#window.inSight().some(({ id }) => id !== null && ids?.has(id) !== false)) return
    this.#isTold = true
    this.#isUrgent = true
    if (this.#abort === null) this.#wait()
  }

  #wait(): void {
    clearTimeout(this.#timer)
    const isNow = this.#isUrgent && this.#failures === 0
    const wait = isNow ? Math.max(0, this.#lookedAt + lookGapMs - performance.now()) : waitMs(this.#failures, pollMs, maxPollMs)
    this.#timer = setTimeout(() => void this.#look(), wait)
  }

  async #look(): Promise<void> {
    const abort = new AbortController()
    this.#abort = abort
    this.#isUrgent = false
    this.#lookedAt = performance.now()
    const [isTold, isInserted] = [this.#isTold, this.#isInserted]
    this.#isTold = this.#isInserted = false
    let isDone = false
    try {
      if (!this.#window.get().isLoading && !this.#options.isBusy()) isDone = await this.#compare(isTold, isInserted, abort.signal)
      this.#failures = 0
    } catch {
      // whoever asks for rows hears why there are none
      this.#failures += 1
    }
    if (!isDone) {
      this.#isTold ||= isTold
      this.#isInserted ||= isInserted
    }
    if (abort.signal.aborted) return
    this.#abort = null
    this.#wait()
  }

  /** Whether it came to its end: nobody was in the way. */
  async #compare(isTold: boolean, isInserted: boolean, signal: AbortSignal): Promise<boolean> {
    const { scope, entity } = this.#window
    const rows = new Map(
      this.#window
        .inSight()
        .slice(0, maxPolledRows)
        .flatMap((row) => (row.id === null || row.key === null || row.live?.kind === 'gone' ? [] : [[row.id, row]])),
    )
    if (this.#isFollowing && !isTold && [...rows.keys()].every((id) => this.#versions.has(id))) return true
    // its statistics know nothing of the rows that its primary inserted
    const isReplica = scope.as?.database !== undefined
    if (rows.size === 0) {
      if (isInserted || isReplica) await this.#countNews()
      return true
    }
    const columns = rowKey(entity)
    const query = getRowVersionsSql({ table: entity, keys: { columns, values: [...rows.values()].map(({ key }) => key!.values) } })
    const { results } = await runSql(scope.projectRef, { query, as: scope.as, read_only: true, signal })
    const found = new Map((results[0]?.rows ?? []).map((cells) => [JSON.stringify(cells.slice(0, -1)), cells.at(-1) ?? '']))
    const look = compareVersions(this.#versions, [...rows.keys()], found)
    const written = [...look.fresh, ...look.changed]
    const now =
      written.length === 0
        ? new Map<string, GridRow>()
        : await this.#fetch(
            written.map((id) => rows.get(id)!),
            signal,
          )
    if (signal.aborted || this.#options.isBusy()) return false
    for (const id of written) this.#versions.set(id, found.get(id)!)
    for (const id of written) this.#show(rows.get(id)!, now.get(id))
    for (const id of look.gone) this.#remove(rows.get(id)!)
    if (this.#hasInserted(results[1]?.rows[0]?.[0] ?? null) || isInserted || isReplica) await this.#countNews()
    return true
  }

  async #fetch(rows: readonly GridRow[], signal: AbortSignal): Promise<Map<string, GridRow>> {
    const { scope, entity } = this.#window
    const filter = keyFilter(entity, { columns: rowKey(entity), values: rows.map(({ key }) => key!.values) })
    const { sql } = getTableRowsSql({ table: entity, filters: [filter], limit: rows.length })
    const { results } = await runSql(scope.projectRef, { query: sql, as: scope.as, read_only: true, signal })
    return new Map(
      (results[0]?.rows ?? []).flatMap((cells) => {
        const row = this.#window.rowOf(cells)
        return row.id === null ? [] : [[row.id, row] as const]
      }),
    )
  }

  /** What was fetched replaces what is shown, if that is still the same; what differs flashes. */
  #show(before: GridRow, now: GridRow | undefined): void {
    const index = this.#window.indexOf(before.id!)
    if (now?.cells == null || before.cells === null || this.#window.get().rows[index] !== before) return
    const places = changedPlaces(before.cells, now.cells)
    if (places.size === 0) return
    const flashing: GridRow = { ...now, live: { kind: 'changed', places } }
    this.#window.replace(index, flashing)
    this.#options.onTheirs(before.id!, now.cells)
    const end = () => {
      const at = this.#window.indexOf(before.id!)
      if (this.#window.get().rows[at] !== flashing) return
      // not while the person edits or saves; after that it's no longer news either
      if (this.#options.isBusy()) setTimeout(end, flashMs)
      else this.#window.replace(at, now)
    }
    setTimeout(end, flashMs)
  }

  #remove(before: GridRow): void {
    const index = this.#window.indexOf(before.id!)
    if (this.#window.get().rows[index] !== before) return
    this.#versions.delete(before.id!)
    this.#window.replace(index, { ...before, live: { kind: 'gone' } })
    this.#options.onTheirs(before.id!, null)
  }

  /** At first nobody knows what has come since the rows were fetched. */
  #hasInserted(inserted: string | null): boolean {
    const before = this.#inserted
    this.#inserted = inserted
    return inserted !== null && inserted !== before
  }

  /** Rows are only counted when some were inserted, and news is only what is known to be: of an estimate nothing is said. */
  async #countNews(): Promise<void> {
    const { scope, view } = this.#window
    if (!this.#window.get().total.isExact) return
    const { count, isEstimate } = await countRows(scope, view, false)
    const { total } = this.#window.get()
    const gone = this.#window.loaded().filter(({ live }) => live?.kind === 'gone').length
    if (!isEstimate && total.isExact) this.#options.onNews(Math.max(0, count - (total.rows - gone)))
  }
}
