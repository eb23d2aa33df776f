import { listRoleHoldings, listRoleSummaries } from '@colonnade/pg-meta/roles'
import { objectsQuery } from '../objects/object-queries.ts'

export const rolesQuery = (ref: string) => objectsQuery(ref, ['role-summaries'], () => listRoleSummaries())

/** What a role owns and may do, asked anew each time: it is what somebody decides by. */
export const holdingsQuery = (ref: string, name: string) => ({
  ...objectsQuery(ref, ['role-holdings', name], () => listRoleHoldings({ name })),
  staleTime: 0,
})
