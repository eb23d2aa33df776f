import type { SnippetChart } from '@colonnade/contracts/data/snippets'
import { useEffect, useState } from 'react'
import { plainLayout, type ColumnLayout } from '../../../lib/data-grid/columns/column-layout.ts'
import { RangeStore } from '../../../lib/data-grid/ranges/range-store.ts'
import type { Arrangement, Arrangements } from './arrangements.ts'

/** What a person does with the rows of one result set. */
export interface RowsState extends Arrangement {
  /** What is looked for; null while nothing is. */
  readonly sought: string | null
  /** For whoever listens. */
  readonly said: string
}

interface RowsStateInput {
  readonly label: string
  readonly arrangements: Arrangements
  /** How it is drawn when nothing was arranged yet. */
  readonly chart: SnippetChart | null
  readonly isChart: boolean
}

/**
 * Returns the state of a result set on screen. It is reset with every run, while the components that show it stay: the run's arrangements
 * identify it.
 */
export function useRowsState(input: RowsStateInput): [RowsState, (change: Partial<RowsState>) => void] {
  const { label, arrangements } = input
  const [state, setState] = useState(() => begin(input))
  const isOld = state.of !== arrangements
  const now = isOld ? begin(input) : state
  if (isOld) setState(now)
  const { layout, sort, isChart, chart, active, store } = now
  useEffect(
    () => arrangements.keep(label, { layout, sort, isChart, chart, active, store }),
    [arrangements, label, layout, sort, isChart, chart, active, store],
  )
  // what comes late from a run that is over changes nothing
  const change = (part: Partial<RowsState>) => setState((before) => (before.of === arrangements ? { ...before, ...part } : before))
  return [now, change]
}

function begin({ label, arrangements, chart, isChart }: RowsStateInput): RowsState & { readonly of: Arrangements } {
  const before = arrangements.of(label)
  return {
    of: arrangements,
    layout: before?.layout ?? (plainLayout satisfies ColumnLayout),
    sort: before?.sort ?? null,
    chart: before ? before.chart : chart,
    isChart: before?.isChart ?? isChart,
    store: before?.store ?? new RangeStore(),
    active: before?.active ?? null,
    sought: null,
    said: '',
  }
}
