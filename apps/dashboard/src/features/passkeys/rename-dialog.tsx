import { Name, type Passkey } from '@colonnade/contracts'
import { Button, Dialog, DialogClose, Field, Input } from '@colonnade/ui'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useRenamePasskey } from './mutations.ts'

export interface PasskeyDialogProps {
  /** Undefined while it is closed. */
  readonly passkey: Passkey | undefined
  readonly onClose: () => void
}

/** Gives a passkey another name. */
export function RenameDialog({ passkey, onClose }: PasskeyDialogProps) {
  return (
    <Dialog isOpen={passkey !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()} title="Rename the passkey">
      {passkey && <RenameForm passkey={passkey} onDone={onClose} />}
    </Dialog>
  )
}

function RenameForm({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }) {
  const rename = useRenamePasskey()
  const [name, setName] = useState(passkey.name)
  const read = Name.safeParse(name)
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (read.success) rename.mutate({ id: passkey.id, name: read.data }, { onSuccess: onDone })
      }}
    >
      <Field label="Name" error={name === passkey.name ? undefined : read.error?.issues[0]?.message}>
        <Input autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      {rename.error && <ErrorNotice error={rename.error} />}
      <div className="flex justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={!read.success} isPending={rename.isPending}>
          Rename
        </Button>
      </div>
    </form>
  )
}
