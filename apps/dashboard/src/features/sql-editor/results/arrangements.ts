import type { SnippetChart } from '@colonnade/contracts/data/snippets'
import type { CellPoint } from '../../../lib/data-grid/ranges/range.ts'
import type { RangeStore } from '../../../lib/data-grid/ranges/range-store.ts'
import type { ColumnLayout } from '../../../lib/data-grid/columns/column-layout.ts'
import type { ResultSort } from './grid/sort-rows.ts'

/** How a person has arranged one result set. */
export interface Arrangement {
  readonly layout: ColumnLayout
  readonly sort: ResultSort | null
  readonly isChart: boolean
  readonly chart: SnippetChart | null
  /** The cell that keys and the panel are about, and those that are selected. */
  readonly active: CellPoint | null
  readonly store: RangeStore
}

/** The arrangements of a run's result sets, kept while another one is looked at; by their labels. */
export class Arrangements {
  readonly #kept = new Map<string, Arrangement>()

  of(label: string): Arrangement | undefined {
    return this.#kept.get(label)
  }

  keep(label: string, arrangement: Arrangement): void {
    this.#kept.set(label, arrangement)
  }
}
