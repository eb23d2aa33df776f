import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Button } from '@colonnade/ui'
import { Plug } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { inactiveText } from '../features/connect/messages.ts'
import { useConnectSearch } from '../features/connect/use-connect-search.ts'
import { loaded } from '../lib/late/loaded.ts'
import { BranchingButton } from './branching-button.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'

const BranchSwitcher = lazy(loaded(() => import('./branch-switcher.tsx'), 'BranchSwitcher'))

export interface MobileActionsProps {
  readonly project: Project
  readonly organization: Organization
  /** Closes what they are in. */
  readonly onLeave: () => void
}

/** What doesn't fit in a narrow header: the less specific switcher, Connect and branching. */
export function MobileActions({ project, organization, onLeave }: MobileActionsProps) {
  // the dialog is the header's, which the address opens
  const [, setIsConnecting] = useConnectSearch()
  const isActive = project.status === 'ACTIVE_HEALTHY'
  const isBranch = project.parent_project_ref !== null
  return (
    <div className="flex min-w-0 flex-col items-start gap-2 border-b p-3">
      {(isBranch || project.is_branch_enabled) && (
        // it follows nothing here that a slash would part it from
        <div className="flex max-w-full min-w-0 sm:hidden [&>span]:hidden">
          {isBranch ? (
            <ProjectSwitcher current={project} organization={organization} />
          ) : (
            <Suspense>
              <BranchSwitcher current={project} />
            </Suspense>
          )}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-1">
        {project.driver === 'embedded' && (
          <Button
            size="sm"
            disabled={!isActive}
            aria-haspopup="dialog"
            onClick={() => {
              onLeave()
              setIsConnecting(true)
            }}
          >
            <Plug aria-hidden />
            Connect
          </Button>
        )}
        <BranchingButton project={project} organization={organization} />
      </div>
      {/* there is no pointer to rest on it */}
      {!isActive && <p className="text-xs text-soft">{inactiveText}</p>}
    </div>
  )
}
