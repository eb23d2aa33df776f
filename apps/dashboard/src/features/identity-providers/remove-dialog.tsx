import type { IdentityProvider } from '@colonnade/contracts/people/identity-providers'
import { ConfirmDialog } from '@colonnade/ui'
import { removeText } from './messages.ts'
import { useRemoveProvider } from './mutations.ts'
import { leftOutText, peopleText } from './people-text.ts'

export interface RemoveDialogProps {
  readonly provider: IdentityProvider | undefined
  readonly onClose: () => void
}

/** Deletes a provider, after saying whom that leaves without a way in. */
export function RemoveDialog({ provider, onClose }: RemoveDialogProps) {
  const remove = useRemoveProvider()
  const { name = '', key = '', people = 0, people_without_another_way: leftOut = 0 } = provider ?? {}
  return (
    <ConfirmDialog
      isOpen={provider !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={removeText.title(name)}
      description={people === 0 ? removeText.unused : removeText.used(peopleText(people), leftOutText(leftOut))}
      confirmLabel={removeText.confirm}
      isDanger
      {...(people > 0 && { typedName: name })}
      onConfirm={async () => {
        await remove.mutateAsync(key)
      }}
    />
  )
}
