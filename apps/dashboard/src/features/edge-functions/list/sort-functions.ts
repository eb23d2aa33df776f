import type { FunctionOverview } from '@colonnade/contracts/functions/function-versions'
import type { ListOrder } from '../../../lib/lists/long-table.tsx'

const names = new Intl.Collator('en', { numeric: true })

/** Sorts functions by a column of their table; equal ones are in the order of their slugs. */
export function sortFunctions(functions: readonly FunctionOverview[], { column, isDescending }: ListOrder): FunctionOverview[] {
  const bySlug = (a: FunctionOverview, b: FunctionOverview) => names.compare(a.slug, b.slug)
  const way = isDescending ? -1 : 1
  return functions.toSorted((a, b) =>
    column === 'Last deploy' ? way * (Date.parse(a.deployed_at) - Date.parse(b.deployed_at)) || bySlug(a, b) : way * bySlug(a, b),
  )
}
