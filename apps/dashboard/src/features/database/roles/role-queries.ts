import { roles } from '@colonnade/pg-meta'
import { listRoleHoldings, listRoleSummaries } from '@colonnade/pg-meta/roles'
import { queryOptions } from '@tanstack/react-query'
import { fetchRow } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { objectsQuery } from '../objects/object-queries.ts'

export const rolesQuery = (ref: string) => objectsQuery(ref, ['role-summaries'], () => listRoleSummaries())

/** A role's objects and privileges, always read again, because decisions depend on them. */
export const holdingsQuery = (ref: string, name: string) => ({
  ...objectsQuery(ref, ['role-holdings', name], () => listRoleHoldings({ name })),
  staleTime: 0,
})

/** True if the role still exists, always read again. */
export const roleIsThereQuery = (ref: string, name: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'role-is-there', name),
    queryFn: async ({ signal }) => (await fetchRow(ref, roles.retrieve({ name }), signal)) !== undefined,
    staleTime: 0,
  })
