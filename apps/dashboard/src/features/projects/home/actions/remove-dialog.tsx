import { ConfirmDialog } from '@colonnade/ui'
import { useRemoveProject } from '../../mutations.ts'
import type { ActionDialogProps } from './action-dialog.ts'

/** What is refused afterwards is said before a name is typed. */
function branchesText({ is_branch_enabled: isEnabled, parent_project_ref: parent }: ActionDialogProps['project']): string {
  return isEnabled && parent === null ? ' Branches that it has are not deleted with it: delete them first.' : ''
}

export function RemoveDialog({ project, isOpen, onOpenChange }: ActionDialogProps) {
  const remove = useRemoveProject(project)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDanger
      title="Delete this project?"
      description={`The database and everything in it is deleted for good. This can not be undone.${branchesText(project)}`}
      typedName={project.name}
      confirmLabel="Delete project"
      onConfirm={() => remove.mutateAsync()}
    />
  )
}
