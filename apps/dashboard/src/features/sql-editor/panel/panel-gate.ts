import type { Permission } from '@colonnade/contracts/foundation/permissions'
import type { Project } from '@colonnade/contracts/projects/projects'
import { panelGateText } from './messages.ts'

/** Why there is no editor panel here; null when there is. */
export function panelObstacle(status: Project['status'], permissions: readonly Permission[]): string | null {
  if (!permissions.includes('database:read')) return panelGateText.noAccess
  return status === 'ACTIVE_HEALTHY' ? null : panelGateText.notActive
}
