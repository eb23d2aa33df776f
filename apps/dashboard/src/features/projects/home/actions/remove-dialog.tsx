import { ConfirmDialog } from '@colonnade/ui'
import { useRemoveProject } from '../../mutations.ts'
import type { ActionDialogProps } from './action-dialog.ts'

export function RemoveDialog({ project, isOpen, onOpenChange }: ActionDialogProps) {
  const remove = useRemoveProject(project.ref)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDanger
      title="Delete this project?"
      description="The database and everything in it is deleted for good. This can not be undone."
      typedName={project.name}
      confirmLabel="Delete project"
      onConfirm={async () => void (await remove.mutateAsync())}
    />
  )
}
