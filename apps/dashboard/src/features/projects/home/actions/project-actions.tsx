import type { Permission } from '@colonnade/contracts/foundation/permissions'
import { isResizable, type Project } from '@colonnade/contracts/projects/projects'
import { Button, Menu, MenuItem, MenuSeparator, toast } from '@colonnade/ui'
import { ChevronDown, Gauge, KeyRound, Pause, Pencil, Play, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useIsAllowed } from '../../../../scope/permissions.ts'
import { useRestoreProject } from '../../mutations.ts'
import { nounOf } from '../../../../lib/texts/project-names.ts'
import { statusLooks } from '../../../../lib/texts/project-status.ts'
import type { OpenAction } from './action-dialogs.tsx'
import { LateActionDialogs } from './late-action-dialogs.tsx'
import { failureText } from '../../../../lib/error-notice.tsx'
import { projectActionsText } from './messages.ts'

/** Everything that can be done to a project as a whole. */
export function ProjectActions({ project }: { readonly project: Project }) {
  const [open, setOpen] = useState<OpenAction>('none')
  const [isInReach, setIsInReach] = useState(false)
  const restore = useRestoreProject(project.ref)
  const isAllowed = useIsAllowed(project.ref)
  const isActive = project.status === 'ACTIVE_HEALTHY'
  const { isChanging } = statusLooks[project.status]
  const allowed: readonly Permission[] = ['projects:operate', 'projects:update', 'projects:delete']
  if (!allowed.some(isAllowed)) return null
  return (
    <>
      <Menu
        align="end"
        className="w-52"
        onOpenChange={() => setIsInReach(true)}
        trigger={
          <Button isPending={restore.isPending}>
            {projectActionsText.actions}
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {isAllowed('projects:operate') && (
          <>
            {isActive ? (
              <MenuItem icon={<Pause aria-hidden />} onSelect={() => setOpen('pause')}>
                {projectActionsText.pause}
              </MenuItem>
            ) : (
              <MenuItem
                icon={<Play aria-hidden />}
                disabled={isChanging}
                onSelect={() =>
                  restore.mutate(undefined, { onError: (error) => toast.error(failureText(projectActionsText.toRestore(nounOf(project)), error)) })
                }
              >
                {projectActionsText.restore}
              </MenuItem>
            )}
            {project.capabilities.includes('machine') && (
              <>
                <MenuItem icon={<RotateCw aria-hidden />} disabled={!isActive} onSelect={() => setOpen('restart')}>
                  {projectActionsText.restart}
                </MenuItem>
                <MenuItem icon={<Gauge aria-hidden />} disabled={!isResizable(project)} onSelect={() => setOpen('resize')}>
                  {projectActionsText.changeComputeSize}
                </MenuItem>
                <MenuItem icon={<KeyRound aria-hidden />} disabled={!isActive} onSelect={() => setOpen('password')}>
                  {projectActionsText.resetDatabasePassword}
                </MenuItem>
              </>
            )}
            <MenuSeparator />
          </>
        )}
        {isAllowed('projects:update') && (
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setOpen('rename')}>
            {projectActionsText.rename}
          </MenuItem>
        )}
        {isAllowed('projects:delete') && (
          <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => setOpen('remove')}>
            {projectActionsText.delete(nounOf(project))}
          </MenuItem>
        )}
      </Menu>
      {isInReach && <LateActionDialogs project={project} open={open} onOpenChange={setOpen} />}
    </>
  )
}
