import type { Person } from '@colonnade/contracts/installation/installation'
import { ConfirmDialog, toast } from '@colonnade/ui'
import { removePersonDialogText } from './messages.ts'
import { useRemovePerson } from './mutations.ts'

export interface RemovePersonDialogProps {
  readonly person: Person | null
  readonly onClose: () => void
}

/** Deletes a person, after saying what goes and what stays; or says why that can't be. */
export function RemovePersonDialog({ person, onClose }: RemovePersonDialogProps) {
  const remove = useRemovePerson()
  const { username = '', primary_email: email = '', organizations = [] } = person ?? {}
  const owned = organizations.filter(({ is_only_owner: isOnly }) => isOnly)
  const isBlocked = owned.length > 0
  return (
    <ConfirmDialog
      isOpen={person !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isBlocked ? removePersonDialogText.cantDeleteYet(username) : removePersonDialogText.delete(username)}
      description={isBlocked ? <Blocked username={username} names={owned.map(({ name }) => name)} /> : <Consequences organizations={organizations} />}
      confirmLabel={removePersonDialogText.deletePerson}
      isDanger
      isConfirmDisabled={isBlocked}
      {...(!isBlocked && { typedName: email })}
      onConfirm={async () => {
        if (!person) return
        await remove.mutateAsync(person.id)
        toast.success(removePersonDialogText.deleted(username))
      }}
    />
  )
}

function Blocked({ username, names }: { readonly username: string; readonly names: readonly string[] }) {
  return (
    <>
      {removePersonDialogText.owner(username)} <strong className="font-medium text-fg">{names.join(', ')}</strong>
      {removePersonDialogText.makeSomeoneElseOwner(names.length)}
    </>
  )
}

function Consequences({ organizations }: Pick<Person, 'organizations'>) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4">
      <li>{removePersonDialogText.endsAllSessionsDeletes}</li>
      {organizations.length > 0 && <li>{removePersonDialogText.removesThemFrom(organizations.map(({ name }) => name).join(', '))}</li>}
      <li>{removePersonDialogText.deletesPrivateSnippetsNotifications}</li>
      <li>{removePersonDialogText.projectsSharedSnippetsTickets}</li>
      <li>{removePersonDialogText.weEmailThemAddress}</li>
    </ul>
  )
}
