import { ConfirmDialog } from '@colonnade/ui'
import { usePauseProject } from '../../mutations.ts'
import { nounOf } from '../../../../lib/texts/project-names.ts'
import type { ActionDialogProps } from './action-dialog.ts'

export function PauseDialog({ project, isOpen, onOpenChange }: ActionDialogProps) {
  const pause = usePauseProject(project.ref)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Pause this ${nounOf(project)}?`}
      description="Its database stops and open connections end. All data stays; restoring takes about a second."
      confirmLabel={`Pause ${nounOf(project)}`}
      onConfirm={async () => void (await pause.mutateAsync())}
    />
  )
}
