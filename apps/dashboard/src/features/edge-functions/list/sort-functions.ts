import type { FunctionOverview } from '@colonnade/contracts/functions/function-versions'
import type { ListOrder } from '../../../lib/lists/long-table.tsx'
import { listText } from '../messages.ts'

const names = new Intl.Collator('en', { numeric: true })

/** Sorts functions by a column of their table, then by slug. */
export function sortFunctions(functions: readonly FunctionOverview[], { column, isDescending }: ListOrder): FunctionOverview[] {
  const bySlug = (a: FunctionOverview, b: FunctionOverview) => names.compare(a.slug, b.slug)
  const way = isDescending ? -1 : 1
  return functions.toSorted((a, b) =>
    column === listText.columns.lastDeploy ? way * (Date.parse(a.deployed_at) - Date.parse(b.deployed_at)) || bySlug(a, b) : way * bySlug(a, b),
  )
}
