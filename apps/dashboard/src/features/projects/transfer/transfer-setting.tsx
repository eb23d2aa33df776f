import type { Project } from '@colonnade/contracts/projects/projects'
import { Button } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { isAllowed } from '../../../scope/permissions.ts'
import { organizationsQuery } from '../../../scope/queries.ts'
import { TransferDialog } from './transfer-dialog.tsx'

export interface TransferSettingProps {
  readonly project: Project
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Lets a project go over to another of the person's organizations. */
export function TransferSetting({ project, isOpen, onOpenChange }: TransferSettingProps) {
  const { data: organizations, error, refetch } = useQuery(organizationsQuery)
  const from = organizations?.find(({ slug }) => slug === project.organization_slug)
  const others = organizations?.filter((each) => each !== from && isAllowed(each, 'projects:create')) ?? []
  const isBranch = project.parent_project_ref !== null
  const text = isBranch
    ? 'This is a branch: transfer its project, and all of its branches go along.'
    : from !== undefined && others.length === 0
      ? 'You may create projects in no other organization. Create one, or ask to be let into one, to transfer it there.'
      : 'Another organization has it from then on, with its branches and its bills. It keeps running, and keeps its address.'
  return (
    <li className="flex items-center justify-between gap-4 p-4 max-sm:flex-col max-sm:items-start">
      <div className="min-w-0">
        <h2 className="font-medium">Transfer project</h2>
        <p className="text-sm wrap-anywhere text-soft">{text}</p>
        {organizations === undefined && error !== null && (
          <ErrorNotice error={error} subject="Failed to load organizations" onRetry={() => void refetch()} className="mt-2" />
        )}
      </div>
      <Button disabled={isBranch || from === undefined || others.length === 0} onClick={() => onOpenChange(true)}>
        Transfer project
      </Button>
      {isOpen && from !== undefined && others.length > 0 && (
        <TransferDialog project={project} from={from.name} others={others} onClose={() => onOpenChange(false)} />
      )}
    </li>
  )
}
