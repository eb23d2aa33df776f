import { defaultBranchName } from '@colonnade/contracts/copies/branches'
import type { Project } from '@colonnade/contracts/projects/projects'
import { cn, StatusDot } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { GitBranch, ListTree, Plus } from 'lucide-react'
import { lookOf } from '../lib/texts/project-status.ts'
import { switchTarget } from '../navigation/switch-target.ts'
import { useHasPage } from '../navigation/use-menu.ts'
import { paths } from '../paths.ts'
import { branchesQuery } from '../scope/branches/branches-query.ts'
import { useIsAllowed } from '../scope/permissions.ts'
import { Switcher } from './switcher.tsx'

/** Goes to the same page of another branch. */
export function BranchSwitcher({ current }: { readonly current: Project }) {
  const { data: branches = [], refetch } = useQuery(branchesQuery(current.ref))
  const pathname = useLocation({ select: (location) => location.pathname })
  const hasPage = useHasPage()
  const mayCreate = useIsAllowed(current.ref)('preview_branches:create')
  const isMain = current.parent_project_ref === null
  const name = isMain ? defaultBranchName : current.name
  return (
    <Switcher
      noun="branch"
      nouns="branches"
      onOpen={() => void refetch()}
      current={
        // whoever works with branches sees at a glance that a change would reach the project itself
        <span className={cn('flex min-w-0 items-center gap-1.5', isMain && 'rounded-sm bg-warning-tint px-1.5 text-warning')}>
          <GitBranch aria-hidden className={cn('size-3.5 shrink-0', !isMain && 'text-faint')} />
          <span className="max-w-28 truncate sm:max-w-40">{name}</span>
        </span>
      }
      items={branches.map((branch) => {
        const isCurrent = branch.project_ref === current.ref
        // the one that is open is looked at more often than the list
        const { tone, isChanging } = lookOf(isCurrent ? current : branch)
        return {
          id: branch.id,
          label: branch.name,
          icon: <StatusDot tone={tone} isChanging={isChanging} />,
          isCurrent,
          link: <Link to={switchTarget(pathname, 'ref', current.ref, branch.project_ref, hasPage)} />,
        }
      })}
      footer={[
        ...(mayCreate
          ? [
              <Link key="new" to={paths.project.branches(current.ref)} search={{ act: 'create' }}>
                <Plus aria-hidden />
                New branch
              </Link>,
            ]
          : []),
        <Link key="all" to={paths.project.branches(current.ref)}>
          <ListTree aria-hidden />
          Manage branches
        </Link>,
      ]}
    />
  )
}
