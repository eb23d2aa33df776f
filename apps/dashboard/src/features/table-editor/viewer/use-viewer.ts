import type { Entity } from '@colonnade/pg-meta'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useChosenSource } from '../../../scope/database-source/chosen-source.ts'
import { isOwn, useDatabaseRole } from '../../../scope/database-role/database-role.ts'
import type { RunAs } from '../../../scope/run-sql.ts'
import { rowAccessQuery, type RowAccess } from './row-access.ts'

/** As whom and where the rows of a project are read; undefined for its own user on the primary. */
export function useReader(projectRef: string): RunAs | undefined {
  const { as } = useDatabaseRole(projectRef)
  const database = useChosenSource(projectRef)
  return useMemo(() => (database === undefined ? as : { ...as, database }), [as, database])
}

/**
 * As whom and where the rows of a relation are read and written, and what that role may do; null while it is the project's own user, or not
 * known yet.
 */
export function useViewer(projectRef: string, entity: Entity): { readonly as: RunAs | undefined; readonly access: RowAccess | null } {
  const { role } = useDatabaseRole(projectRef)
  const as = useReader(projectRef)
  const { data: access = null } = useQuery({ ...rowAccessQuery(projectRef, entity, role.role), enabled: !isOwn(role) })
  return { as, access: isOwn(role) ? null : access }
}
