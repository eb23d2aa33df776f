import { ConfirmDialog } from '@colonnade/ui'
import { usePauseProject } from '../../mutations.ts'
import { nounOf } from '../../../../lib/texts/project-names.ts'
import type { ActionDialogProps } from './action-dialog.ts'
import { pauseDialogText } from './messages.ts'

export function PauseDialog({ project, isOpen, onOpenChange }: ActionDialogProps) {
  const pause = usePauseProject(project.ref)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={pauseDialogText.pause(nounOf(project))}
      description={pauseDialogText.stopsDatabaseClosesOpen}
      confirmLabel={pauseDialogText.pauseOf(nounOf(project))}
      onConfirm={async () => void (await pause.mutateAsync())}
    />
  )
}
