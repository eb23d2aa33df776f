import type { Permission } from '@colonnade/contracts/foundation/permissions'
import type { Project } from '@colonnade/contracts/projects/projects'

/** Why there is no editor panel here; null when there is. */
export function panelObstacle(status: Project['status'], permissions: readonly Permission[]): string | null {
  if (!permissions.includes('database:read')) return 'Your role may not read the database of this project'
  return status === 'ACTIVE_HEALTHY' ? null : 'The project is not active: its database can not be asked now'
}
