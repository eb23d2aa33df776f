import type { RowKey } from '@colonnade/pg-meta'
import { toast } from '@colonnade/ui'
import { messageOf } from '../../../lib/error-notice.tsx'
import { numberText } from '../../../lib/texts/rows-text.ts'
import type { GridModel } from '../grid/grid-model.ts'
import { entryId } from '../grid/staged-rows.ts'
import { tickedRows } from '../limits.ts'
import { rowsOf } from './copy-range.ts'
import { rowTicksText } from './messages.ts'

type Selected = ReadonlyMap<string, RowKey | null>

/** The grid and its selected rows as they are by now. */
export interface TickedGrid {
  readonly model: GridModel
  readonly selected: Selected
  readonly onSelect: (selected: Selected) => void
}

/** Selects rows with their checkboxes, one by one or as a range. Rows of a range that aren't in memory are fetched first. */
export class RowTicks {
  /** The row that was clicked last, and where it stood: its page may no longer be in memory. */
  #anchor: { readonly id: string; readonly index: number } | null = null
  readonly #now: () => TickedGrid

  constructor(now: () => TickedGrid) {
    this.#now = now
  }

  /** Resolves once the rows are selected. */
  async tick(index: number, isSelected: boolean, isExtended: boolean): Promise<void> {
    const { model } = this.#now()
    const id = model.rows[index]?.id ?? null
    if (id === null) return
    const from = isExtended && this.#anchor !== null ? this.#anchor : { id, index }
    const known = model.indexOf(from.id)
    const start = known < 0 ? from.index : known
    this.#anchor = { id, index }
    await this.select(Math.min(start, index), Math.max(start, index), isSelected)
  }

  /** Selects the rows from one to another, both inclusive, or none of them. */
  async select(top: number, bottom: number, isSelected: boolean): Promise<void> {
    const { model } = this.#now()
    if (bottom - top >= tickedRows) {
      toast.error(rowTicksText.limit(numberText(tickedRows)))
      return
    }
    try {
      // what is here answers the click at once
      const here = model.rows.slice(top, bottom + 1)
      const rows = here.every(({ cells }) => cells !== null) ? here : await rowsOf(model, { top, bottom, left: 0, right: 0 })
      const { selected, onSelect } = this.#now()
      const next = new Map(selected)
      for (const { id, key } of rows) {
        if (id === null || id === entryId) continue
        if (isSelected) next.set(id, key)
        else next.delete(id)
      }
      onSelect(next)
    } catch (error) {
      toast.error(rowTicksText.failed(messageOf(error)))
    }
  }
}
