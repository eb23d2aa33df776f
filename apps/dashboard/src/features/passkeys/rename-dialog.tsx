import { Name } from '@colonnade/contracts/foundation/values'
import type { Passkey } from '@colonnade/contracts/people/passkeys'
import { Dialog, Field, Input } from '@colonnade/ui'
import { useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { renameText } from './messages.ts'
import { useRenamePasskey } from './mutations.ts'

export interface PasskeyDialogProps {
  /** Undefined while it is closed. */
  readonly passkey: Passkey | undefined
  readonly onClose: () => void
}

/** Gives a passkey another name. */
export function RenameDialog({ passkey, onClose }: PasskeyDialogProps) {
  return (
    <Dialog isOpen={passkey !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()} title={renameText.title}>
      {passkey && <RenameForm passkey={passkey} onDone={onClose} />}
    </Dialog>
  )
}

function RenameForm({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }) {
  const rename = useRenamePasskey()
  const [name, setName] = useState(passkey.name)
  const read = Name.safeParse(name)
  return (
    <DialogForm
      onSubmit={() => {
        if (read.success) rename.mutate({ id: passkey.id, name: read.data }, { onSuccess: onDone })
      }}
      submitLabel={renameText.submit}
      isPending={rename.isPending}
      isDisabled={!read.success}
      error={rename.error}
    >
      <Field label={renameText.name} error={name === passkey.name ? undefined : read.error?.issues[0]?.message}>
        <Input autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </DialogForm>
  )
}
