import type { Project } from '@colonnade/contracts/projects/projects'
import { Button, EmptyState } from '@colonnade/ui'
import { Moon } from 'lucide-react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { nounOf } from '../../../lib/texts/project-names.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { useRestoreProject } from '../mutations.ts'

export function PausedScreen({ project }: { readonly project: Project }) {
  const restore = useRestoreProject(project.ref)
  const isAllowed = useIsAllowed(project.ref)
  return (
    <>
      <EmptyState
        icon={<Moon aria-hidden />}
        title={`This ${nounOf(project)} is paused`}
        action={
          isAllowed('projects:operate') && (
            <Button variant="primary" isPending={restore.isPending} onClick={() => restore.mutate()}>
              Restore {nounOf(project)}
            </Button>
          )
        }
      >
        Its data is safe on disk and takes no memory or processor time. Restoring takes about a second.
        {!isAllowed('projects:operate') && ' An administrator can restore it.'}
      </EmptyState>
      {restore.error && <ErrorNotice error={restore.error} />}
    </>
  )
}
