import { defaultBranchName } from '@colonnade/contracts/copies/branches'
import type { Project } from '@colonnade/contracts/projects/projects'
import { StatusDot } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { GitBranch, ListTree } from 'lucide-react'
import { lookOf } from '../lib/texts/project-status.ts'
import { switchTarget } from '../navigation/switch-target.ts'
import { useHasPage } from '../navigation/use-menu.ts'
import { paths } from '../paths.ts'
import { branchesQuery } from '../scope/branches/branches-query.ts'
import { Switcher } from './switcher.tsx'

/** Goes to the same page of another branch. */
export function BranchSwitcher({ current }: { readonly current: Project }) {
  const { data: branches = [], refetch } = useQuery(branchesQuery(current.ref))
  const pathname = useLocation({ select: (location) => location.pathname })
  const hasPage = useHasPage()
  const name = current.parent_project_ref === null ? defaultBranchName : current.name
  return (
    <Switcher
      noun="branch"
      nouns="branches"
      onOpen={() => void refetch()}
      current={
        <>
          <GitBranch aria-hidden className="size-3.5 shrink-0 text-faint" />
          <span className="max-w-28 truncate sm:max-w-40">{name}</span>
        </>
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
        <Link key="all" to={paths.project.branches(current.ref)}>
          <ListTree aria-hidden />
          Manage branches
        </Link>,
      ]}
    />
  )
}
