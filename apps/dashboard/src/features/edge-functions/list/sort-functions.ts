import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import type { ListOrder } from '../../../lib/lists/long-table.tsx'

const names = new Intl.Collator('en', { numeric: true })

/** Sorts functions by a column of their table; equal ones are in the order of their slugs. */
export function sortFunctions(functions: readonly EdgeFunction[], { column, isDescending }: ListOrder): EdgeFunction[] {
  const bySlug = (a: EdgeFunction, b: EdgeFunction) => names.compare(a.slug, b.slug)
  const way = isDescending ? -1 : 1
  return functions.toSorted((a, b) => (column === 'Last deploy' ? way * (a.updated_at - b.updated_at) || bySlug(a, b) : way * bySlug(a, b)))
}
