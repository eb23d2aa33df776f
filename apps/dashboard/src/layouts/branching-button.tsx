import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Button, Tooltip } from '@colonnade/ui'
import { useNavigate } from '@tanstack/react-router'
import { GitBranch } from 'lucide-react'
import { branchingGate } from '../features/branches/branching-gate.ts'
import { paths } from '../paths.ts'
import { permissionsIn } from '../scope/permissions.ts'

/** Opens the branches page of a project that has no branches yet. */
export function BranchingButton({ project, organization }: { readonly project: Project; readonly organization: Organization }) {
  const navigate = useNavigate()
  const { isEnabled, tooltip } = branchingGate(project.status, permissionsIn(organization, project))
  if (project.is_branch_enabled || !project.capabilities.includes('copies')) return null
  return (
    <Tooltip content={tooltip} side="bottom" isDisabled={isEnabled}>
      <Button
        size="sm"
        variant="ghost"
        aria-disabled={!isEnabled || undefined}
        onClick={() => isEnabled && void navigate({ to: paths.project.branches(project.ref) })}
      >
        <GitBranch aria-hidden />
        Enable branching
      </Button>
    </Tooltip>
  )
}
