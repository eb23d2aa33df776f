import { isAppError } from '@colonnade/core'
import { blocksTypeChange, listDependents, type Dependent } from '@colonnade/pg-meta/dependents'
import { queryOptions } from '@tanstack/react-query'
import { fetchRows } from '../../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../../scope/keys/keys.ts'
import type { PlacedError } from '../model/place-error.ts'
import type { TableBase } from '../statements/changes.ts'
import { typeObstaclesText } from './messages.ts'

/** What stands in the way of another type of a column, as of now. */
export const typeObstaclesQuery = (ref: string, table: number, column: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'entity', 'type-obstacles', table, column),
    queryFn: async ({ signal }) => (await fetchRows(ref, listDependents({ id: table, column }), signal)).filter(blocksTypeChange),
    staleTime: 0,
    gcTime: 0,
  })

/** feature_not_supported (PostgreSQL documentation, appendix A) */
const featureNotSupported = '0A000'

/** Names all that stands in the way where Postgres names one thing, or none. */
export async function withObstacles(ref: string, base: TableBase | null, error: unknown, placed: PlacedError): Promise<PlacedError> {
  const id = placed.path?.startsWith('column:') === true ? placed.path.split(':').slice(1).join(':') : null
  const column = base?.draft.columns.find((one) => id === one.id || id?.startsWith(`${one.id}:`) === true)
  if (base === null || column === undefined || !isAppError(error) || error.details['sqlstate'] !== featureNotSupported) return placed
  const found = await fetchRows(ref, listDependents({ id: base.definition.id, column: column.name })).catch(() => [])
  const obstacles = found.filter(blocksTypeChange)
  return obstacles.length === 0 ? placed : { ...placed, detail: obstaclesText(column.name, obstacles) }
}

/** "Depends on cents: view list, policy cheap on public.fare. Drop them first, …" */
export function obstaclesText(column: string, obstacles: readonly Dependent[]): string {
  const names = obstacles.map(
    ({ kind, schema, name, on }) =>
      `${kind} ${on === null && schema !== null ? `${schema}.` : ''}${name}${on === null ? '' : typeObstaclesText.on(on)}`,
  )
  return typeObstaclesText.obstacles(column, names)
}
