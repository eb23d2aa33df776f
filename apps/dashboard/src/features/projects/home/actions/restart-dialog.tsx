import { ConfirmDialog } from '@colonnade/ui'
import { useRestartProject } from '../../mutations.ts'
import type { ActionDialogProps } from './action-dialog.ts'

export function RestartDialog({ project, isOpen, onOpenChange }: ActionDialogProps) {
  const restart = useRestartProject(project.ref)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Restart this project?"
      description="Open connections end and running queries are cancelled. Clients can connect again after about a second."
      confirmLabel="Restart project"
      onConfirm={async () => void (await restart.mutateAsync())}
    />
  )
}
