import { useMemo } from 'react'
import type { Steps } from '../../../../lib/late/slices.ts'
import { useSliced } from '../../../../lib/late/use-sliced.ts'
import { promptRows } from '../../limits.ts'
import type { ResultSet } from '../../run/run-state.ts'
import { sortRows, type ResultSort } from './sort-rows.ts'

export interface SortedOrder {
  /** Sorted positions of rows; null in their original order. While they are being sorted again, the previous order. */
  readonly order: Uint32Array | null
  readonly isSorting: boolean
}

type Rows = Pick<ResultSet, 'rows' | 'count'>

/** The order of a result's rows: at once of few, of many beside everything that the page does. */
export function useSortedOrder({ rows, count }: Rows, sort: ResultSort | null): SortedOrder {
  const begin = useMemo(() => () => orderOf({ rows, count }, sort), [rows, count, sort])
  const { value, isUnderWay } = useSliced(begin, sort === null || count <= promptRows)
  // an order of other rows is none of these
  return { order: value?.rows === rows && value.count === count ? value.order : null, isSorting: isUnderWay }
}

function* orderOf({ rows, count }: Rows, sort: ResultSort | null): Steps<Rows & { readonly order: Uint32Array | null }> {
  return { rows, count, order: sort === null ? null : yield* sortRows(rows.slice(0, count), sort) }
}
