import type { IdentityProvider } from '@colonnade/contracts/people/identity-providers'
import { ConfirmDialog } from '@colonnade/ui'
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
      title={`Delete ${name}?`}
      description={
        people === 0
          ? 'Nobody signs in with it. Its client ID and secret are forgotten.'
          : `${peopleText(people)}. What they linked is forgotten with it, also if it is configured again. ${leftOutText(leftOut)} Their accounts and open sessions stay.`
      }
      confirmLabel="Delete"
      isDanger
      {...(people > 0 && { typedName: name })}
      onConfirm={async () => {
        await remove.mutateAsync(key)
      }}
    />
  )
}
