import type { Person } from '@colonnade/contracts/installation/installation'
import { ConfirmDialog, toast } from '@colonnade/ui'
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
      title={isBlocked ? `${username} can not be deleted yet` : `Delete ${username}?`}
      description={isBlocked ? <Blocked username={username} names={owned.map(({ name }) => name)} /> : <Consequences organizations={organizations} />}
      confirmLabel="Delete person"
      isDanger
      isConfirmDisabled={isBlocked}
      {...(!isBlocked && { typedName: email })}
      onConfirm={async () => {
        if (!person) return
        await remove.mutateAsync(person.id)
        toast.success(`${username} deleted`)
      }}
    />
  )
}

function Blocked({ username, names }: { readonly username: string; readonly names: readonly string[] }) {
  return (
    <>
      {username} is the only owner of <strong className="font-medium text-fg">{names.join(', ')}</strong>. Have another owner made there, or have{' '}
      {names.length === 1 ? 'it' : 'them'} deleted, first.
    </>
  )
}

function Consequences({ organizations }: Pick<Person, 'organizations'>) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4">
      <li>Sessions, access tokens, passkeys and linked accounts end at once.</li>
      {organizations.length > 0 && <li>They belong to {organizations.map(({ name }) => name).join(', ')} no more.</li>}
      <li>Private snippets, notifications and the picture are deleted.</li>
      <li>Projects, shared snippets, tickets and the audit log stay, with their name but without their address.</li>
      <li>They are told by mail. The address can have a new account, which gets nothing of this one.</li>
    </ul>
  )
}
