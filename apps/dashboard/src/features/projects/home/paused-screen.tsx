import type { Project } from '@colonnade/contracts/projects/projects'
import { Button, EmptyState } from '@colonnade/ui'
import { Moon } from 'lucide-react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { nounOf } from '../../../lib/texts/project-names.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { useRestoreProject } from '../mutations.ts'
import { pausedScreenText } from './messages.ts'

export function PausedScreen({ project }: { readonly project: Project }) {
  const restore = useRestoreProject(project.ref)
  const isAllowed = useIsAllowed(project.ref)
  return (
    <>
      <EmptyState
        icon={<Moon aria-hidden />}
        title={pausedScreenText.paused(nounOf(project))}
        action={
          isAllowed('projects:operate') && (
            <Button variant="primary" isPending={restore.isPending} onClick={() => restore.mutate()}>
              {pausedScreenText.restore(nounOf(project))}
            </Button>
          )
        }
      >
        {pausedScreenText.dataSafeDiskUses} {!isAllowed('projects:operate') && pausedScreenText.administratorRestore}
      </EmptyState>
      {restore.error && <ErrorNotice error={restore.error} />}
    </>
  )
}
