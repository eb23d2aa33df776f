import { Dialog, Field, Input } from '@colonnade/ui'
import { useState } from 'react'
import { DialogForm } from '../../../lib/forms/dialog-form.tsx'
import { isStorageError } from '../../../scope/storage/storage-error.ts'
import { renameText } from '../messages.ts'

export interface NameDialogProps {
  readonly title: string
  readonly label: string
  readonly submitLabel: string
  readonly start: string
  readonly isPending: boolean
  readonly error: unknown
  readonly onSubmit: (name: string) => void
  readonly onClose: () => void
}

/** Asks for a name, for a new folder or a rename. */
export function NameDialog({ title, onClose, ...form }: NameDialogProps) {
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={title}>
      <NameForm {...form} />
    </Dialog>
  )
}

function NameForm({ label, submitLabel, start, isPending, error, onSubmit }: Omit<NameDialogProps, 'title' | 'onClose'>) {
  const [name, setName] = useState(start)
  const [isTried, setIsTried] = useState(false)
  const trimmed = name.trim()
  const problem = trimmed === '' ? renameText.empty : trimmed.includes('/') ? renameText.slash : undefined
  const isTaken = isStorageError(error, 'KeyAlreadyExists', 'ResourceAlreadyExists', 'Duplicate')
  return (
    <DialogForm
      submitLabel={submitLabel}
      isPending={isPending}
      error={isTaken ? null : error}
      onSubmit={() => {
        setIsTried(true)
        if (problem === undefined) onSubmit(trimmed)
      }}
    >
      <Field label={label} error={isTried && problem !== undefined ? problem : isTaken ? renameText.taken : undefined}>
        <Input
          value={name}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
          onFocus={({ target }) => {
            // most renames keep the extension
            const dot = start.lastIndexOf('.')
            target.setSelectionRange(0, dot > 0 ? dot : start.length)
          }}
        />
      </Field>
    </DialogForm>
  )
}
