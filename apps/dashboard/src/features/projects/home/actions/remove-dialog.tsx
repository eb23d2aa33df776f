import { ConfirmDialog } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { nounOf } from '../../../../lib/texts/project-names.ts'
import { paths } from '../../../../paths.ts'
import { branchesQuery } from '../../../../scope/branches/branches-query.ts'
import { useRemoveProject } from '../../mutations.ts'
import type { ActionDialogProps } from './action-dialog.ts'
import { removeDialogText } from './messages.ts'

/** Asks to delete a project. One with branches can't be deleted, and the dialog says so before a name is typed. */
export function RemoveDialog({ project, isOpen, onOpenChange }: ActionDialogProps) {
  const remove = useRemoveProject(project)
  const noun = nounOf(project)
  const mayHaveBranches = project.is_branch_enabled && noun === 'project'
  const { data: branches = [], isFetching } = useQuery({ ...branchesQuery(project.ref), enabled: isOpen && mayHaveBranches, staleTime: 0 })
  const standing = branches.filter(({ is_default: isDefault, status }) => !isDefault && status !== 'GOING_DOWN')
  const isRefused = standing.length > 0
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDanger
      title={removeDialogText.delete(noun)}
      description={
        isRefused
          ? removeDialogText.branchesFirst
          : project.driver === 'external'
            ? removeDialogText.externalDescription
            : removeDialogText.everythingIsDeleted[noun]
      }
      {...(!isRefused && { typedName: project.name })}
      isConfirmDisabled={isRefused || (mayHaveBranches && isFetching)}
      confirmLabel={removeDialogText.deleteOf(noun)}
      onConfirm={() => remove.mutateAsync()}
    >
      {isRefused && (
        <div className="flex flex-col gap-2 text-sm">
          <ul aria-label={removeDialogText.branches} className="ruled max-h-48 overflow-y-auto rounded-md border">
            {standing.map(({ id, name, project_ref: ref }) => (
              <li key={id} className="px-3 py-2">
                <Link to={paths.project.home(ref)} className="wrap-anywhere hover:underline">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          <Link to={paths.project.branches(project.ref)} className="self-start text-accent hover:underline">
            {removeDialogText.manageBranches}
          </Link>
        </div>
      )}
    </ConfirmDialog>
  )
}
