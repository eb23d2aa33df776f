import { ConfirmDialog } from '@colonnade/ui'
import { useRestartProject } from '../../mutations.ts'
import { nounOf } from '../../../../lib/texts/project-names.ts'
import type { ActionDialogProps } from './action-dialog.ts'

export function RestartDialog({ project, isOpen, onOpenChange }: ActionDialogProps) {
  const restart = useRestartProject(project.ref)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Restart this ${nounOf(project)}?`}
      description="Open connections end and running queries are cancelled. Clients can connect again after about a second."
      confirmLabel={`Restart ${nounOf(project)}`}
      onConfirm={async () => void (await restart.mutateAsync())}
    />
  )
}
