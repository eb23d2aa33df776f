import { defaultBranchName } from '@colonnade/contracts/copies/branches'
import { buttonClass } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GitBranch, GitMerge } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { branchesQuery } from '../../scope/branches/branches-query.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { mergeText } from './branch-words.ts'
import { areAwake, waitingQuery, waitingText } from './merge/waiting-changes.ts'
import { branchStripText } from './messages.ts'

export interface BranchStripProps {
  readonly projectRef: string
  /** Shown for a branch that was restored to a moment of its project. */
  readonly copyBack: ReactNode
}

/** At the top of a branch's overview: what it is a branch of, how much it changes, and the way to merge it. */
export function BranchStrip({ projectRef, copyBack }: BranchStripProps) {
  const { data: branches } = useQuery(branchesQuery(projectRef))
  const isAllowed = useIsAllowed(projectRef)
  const branch = branches?.find(({ project_ref: ref, is_default: isDefault }) => ref === projectRef && !isDefault)
  const main = branches?.find(({ is_default: isDefault }) => isDefault)
  const { data: waiting } = useQuery({
    ...waitingQuery({ branch: projectRef, target: main?.project_ref ?? '', hasLog: isAllowed('database:write') }),
    enabled: branch !== undefined && main !== undefined && isAllowed('database:read') && areAwake(branch, main),
  })
  if (branch === undefined || main === undefined) return null
  return (
    <section aria-label={branchStripText.branch} className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-surface px-4 py-2.5">
      <p className="dotted min-w-0 flex-1 basis-44 text-soft">
        <span className="inline-flex items-center gap-1.5">
          <GitBranch aria-hidden className="size-3.5 shrink-0 text-faint" />
          <span>
            {branchStripText.branchLabel}
            <Link to={paths.project.home(main.project_ref)} className="font-medium text-fg hover:underline">
              {defaultBranchName}
            </Link>
          </span>
        </span>
        {branch.merge !== null ? (
          <span>{mergeText(branch.merge)}</span>
        ) : (
          waiting !== undefined && <span>{waitingText({ migrations: waiting.migrations.length, unrecorded: waiting.unrecorded })}</span>
        )}
      </p>
      {branch.restored_to !== null && copyBack}
      <Link to={paths.project.branches(projectRef)} search={{ merge: branch.id }} className={buttonClass({ size: 'sm' })}>
        <GitMerge aria-hidden />
        {branchStripText.merge}
      </Link>
    </section>
  )
}
