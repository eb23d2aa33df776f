import { ConfirmDialog } from '@colonnade/ui'
import { useRestartProject } from '../../mutations.ts'
import { nounOf } from '../../../../lib/texts/project-names.ts'
import type { ActionDialogProps } from './action-dialog.ts'
import { restartDialogText } from './messages.ts'

export function RestartDialog({ project, isOpen, onOpenChange }: ActionDialogProps) {
  const restart = useRestartProject(project.ref)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={restartDialogText.restart(nounOf(project))}
      description={restartDialogText.description}
      confirmLabel={restartDialogText.restartOf(nounOf(project))}
      onConfirm={async () => void (await restart.mutateAsync())}
    />
  )
}
