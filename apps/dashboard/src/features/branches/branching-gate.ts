import type { Permission } from '@colonnade/contracts/foundation/permissions'
import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import { branchingGateText } from './messages.ts'

export interface BranchingGate {
  readonly isEnabled: boolean
  /** Why not. */
  readonly tooltip: string | null
}

/** Whether branching can be enabled now (spec §4). */
export function branchingGate(status: ProjectStatus, permissions: readonly Permission[]): BranchingGate {
  if (!permissions.includes('preview_branches:create')) {
    return { isEnabled: false, tooltip: branchingGateText.needAdditionalPermissionsEnable }
  }
  if (status !== 'ACTIVE_HEALTHY') return { isEnabled: false, tooltip: branchingGateText.unpauseProjectEnableBranching }
  return { isEnabled: true, tooltip: null }
}
