import { type Branch, maxBranches } from '@colonnade/contracts/copies/branches'
import { Button, EmptyState, Skeleton, Tooltip } from '@colonnade/ui'
import { GitBranch, Plus } from 'lucide-react'
import { useState } from 'react'
import { useAsked } from '../../lib/asked/use-asked.ts'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { branchingGate } from './branching-gate.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import { type BranchAct, BranchDialogs } from './branch-dialogs.tsx'
import { BranchRow } from './branch-row.tsx'
import { CreateBranchDialog } from './create-branch-dialog.tsx'
import { branchesPageText } from './messages.ts'
import { useLiveBranches } from './queries.ts'
import { useNow } from './use-now.ts'

export interface BranchesPageProps {
  readonly projectRef: string
  /** Whether the address asks for a new branch. */
  readonly isNewAsked: boolean
  readonly onNewClosed: () => void
}

/** All branches of a project, whichever of them the page is of. */
export function BranchesPage({ projectRef, isNewAsked, onNewClosed }: BranchesPageProps) {
  const project = useProject(projectRef)
  useTitle('Branches', project.name)
  const { data: branches, error, retry } = useLiveBranches(projectRef)
  const mayChange = useIsAllowed(projectRef)('preview_branches:create')
  const [isCreating, setIsCreating] = useState(false)
  const [asked, setAsked] = useState<{ readonly act: BranchAct; readonly branch: Branch } | null>(null)
  const now = useNow()
  const isEnabled = (branches?.length ?? 0) > 0
  const made = Math.max(0, (branches?.length ?? 0) - 1)
  const reason = whyNot({ mayChange, made, isEnabled, status: project.status })
  useAsked('new-branch', branches !== undefined && reason === null, () => setIsCreating(true))
  const create = (
    <Tooltip content={reason} isDisabled={reason === null}>
      <Button
        variant="primary"
        aria-disabled={reason !== null || undefined}
        onClick={() => reason === null && branches !== undefined && setIsCreating(true)}
      >
        <Plus aria-hidden />
        {branchesPageText.newBranch}
      </Button>
    </Tooltip>
  )
  return (
    <Page title={branchesPageText.branches} description={branchesPageText.copiesProjectTryChanges} actions={isEnabled && create}>
      {error !== null && <ErrorNotice error={error} subject={branchesPageText.failedLoadBranches} onRetry={retry} />}
      {branches === undefined && error === null && (
        <output aria-label={branchesPageText.loadingBranches} className="flex flex-col gap-3">
          <Skeleton className="h-16 w-full rounded-lg" />
          <Skeleton className="h-16 w-full rounded-lg" />
        </output>
      )}
      {branches?.length === 0 && (
        <EmptyState icon={<GitBranch aria-hidden />} title={branchesPageText.noBranches} action={create}>
          {branchesPageText.branchCopyWholeDatabase}
        </EmptyState>
      )}
      {branches !== undefined && branches.length > 0 && (
        <ul aria-label={branchesPageText.branches} className="ruled rounded-lg border bg-surface">
          {branches.map((branch) => (
            <BranchRow
              key={branch.id}
              projectRef={projectRef}
              branch={branch}
              branches={branches}
              mayChange={mayChange}
              now={now}
              onAsk={(act) => setAsked({ act, branch })}
            />
          ))}
        </ul>
      )}
      {isEnabled && made === 0 && <p className="text-sm text-soft">{branchesPageText.createBranchTryChange}</p>}
      {asked !== null && (
        <BranchDialogs projectRef={projectRef} branches={branches ?? []} act={asked.act} asked={asked.branch} onClose={() => setAsked(null)} />
      )}
      <CreateBranchDialog
        projectRef={projectRef}
        branches={branches ?? []}
        isOpen={isCreating || (isNewAsked && reason === null && branches !== undefined)}
        onOpenChange={(isOpen) => {
          setIsCreating(isOpen)
          if (!isOpen && isNewAsked) onNewClosed()
        }}
      />
    </Page>
  )
}

interface Standing {
  readonly mayChange: boolean
  readonly made: number
  readonly isEnabled: boolean
  readonly status: Parameters<typeof branchingGate>[0]
}

/** Returns why no branch can be created now, with the texts of spec §4 if branching is off; null if one can. */
function whyNot({ mayChange, made, isEnabled, status }: Standing): string | null {
  if (!isEnabled) return branchingGate(status, mayChange ? ['preview_branches:create'] : []).tooltip
  if (!mayChange) return branchesPageText.roleCantCreateBranches
  return made >= maxBranches ? branchesPageText.projectHaveUpBranches(maxBranches) : null
}
