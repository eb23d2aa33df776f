import type { Project } from '@colonnade/contracts/projects/projects'
import { Button } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { isAllowed } from '../../../scope/permissions.ts'
import { organizationsQuery } from '../../../scope/queries.ts'
import { transferSettingText } from './messages.ts'
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
    ? transferSettingText.branchHint
    : from !== undefined && others.length === 0
      ? transferSettingText.noOtherOrganization
      : transferSettingText.hint
  return (
    <li className="flex items-center justify-between gap-4 p-4 max-sm:flex-col max-sm:items-start">
      <div className="min-w-0">
        <h2 className="font-medium">{transferSettingText.transferProject}</h2>
        <p className="text-sm wrap-anywhere text-soft">{text}</p>
        {organizations === undefined && error !== null && (
          <ErrorNotice error={error} subject={transferSettingText.failedLoadOrganizations} onRetry={() => void refetch()} className="mt-2" />
        )}
      </div>
      <Button disabled={isBranch || from === undefined || others.length === 0} onClick={() => onOpenChange(true)}>
        {transferSettingText.transferProject}
      </Button>
      {isOpen && from !== undefined && others.length > 0 && (
        <TransferDialog project={project} from={from.name} others={others} onClose={() => onOpenChange(false)} />
      )}
    </li>
  )
}
