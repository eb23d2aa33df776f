import { Name } from '@colonnade/contracts'
import { Dialog, Field, Input, PasswordInput, toast } from '@colonnade/ui'
import { useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { fieldProblems } from '../../lib/forms/form-errors.ts'
import { useAddPasskey } from './mutations.ts'

export interface AddDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Makes a passkey: the password, a name, and then what the browser asks. */
export function AddDialog({ isOpen, onOpenChange }: AddDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Add a passkey"
      description="Your browser asks next where to keep it: on this machine, on a phone, on a security key or with a password manager. All other sessions end."
    >
      <AddForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Apart from the dialog, so that what was typed is forgotten when it closes. */
function AddForm({ onDone }: { readonly onDone: () => void }) {
  const add = useAddPasskey()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [nameProblem, setNameProblem] = useState<string>()
  const problems = fieldProblems(add.error, {})
  const problemOf = (field: string) => problems.find((each) => each.field === field)?.message
  const submit = () => {
    const read = Name.safeParse(name)
    setNameProblem(read.error?.issues[0]?.message)
    if (!read.success) return
    add.mutate(
      { name: read.data, password },
      {
        onSuccess: (made) => {
          if (made === null) return
          toast.success('Passkey added')
          onDone()
        },
      },
    )
  }
  return (
    <DialogForm onSubmit={submit} submitLabel="Continue" isPending={add.isPending} isDisabled={name.trim() === '' || password === ''}>
      <Field label="Name" hint="Of the device, say: you will know it by this." error={nameProblem ?? problemOf('name')}>
        <Input autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Your password" error={problemOf('password')}>
        <PasswordInput autoComplete="current-password" value={password} onChange={(event) => setPassword(event.target.value)} />
      </Field>
      {add.error !== null && problems.length === 0 && <ErrorNotice error={add.error} />}
      {add.data === null && !add.isPending && (
        <p role="alert" className="text-soft">
          No passkey was made: the browser’s question was closed, waited too long, or the device has one already.
        </p>
      )}
    </DialogForm>
  )
}
