import { type SigningAlgorithm, signingAlgorithms } from '@colonnade/contracts/api/signing-keys'
import { Dialog, Field, Select, Textarea, toast } from '@colonnade/ui'
import { useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { fieldProblems } from '../../lib/forms/form-errors.ts'
import { algorithmTexts, importHint, sharedSecretText, newKeyDialogText } from './messages.ts'
import { useCreateKey } from './mutations.ts'
import { readJwk } from './read-jwk.ts'

export type NewKeyWay = 'create' | 'import'

export interface NewKeyDialogProps {
  readonly projectRef: string
  /** Undefined while it is closed. */
  readonly way: NewKeyWay | undefined
  readonly onClose: () => void
}

const description = newKeyDialogText.description

/** Creates a standby key, or imports one. */
export function NewKeyDialog({ projectRef, way, onClose }: NewKeyDialogProps) {
  return (
    <Dialog
      isOpen={way !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={way === 'import' ? newKeyDialogText.importSigningKey : newKeyDialogText.createSigningKey}
      description={description}
    >
      {way === 'create' && <CreateForm projectRef={projectRef} onDone={onClose} />}
      {way === 'import' && <ImportForm projectRef={projectRef} onDone={onClose} />}
    </Dialog>
  )
}

interface FormProps {
  readonly projectRef: string
  readonly onDone: () => void
}

function CreateForm({ projectRef, onDone }: FormProps) {
  const [algorithm, setAlgorithm] = useState<SigningAlgorithm>('ES256')
  const create = useCreateKey(projectRef)
  const done = () => {
    toast.success(newKeyDialogText.keyCreated)
    onDone()
  }
  return (
    <DialogForm
      onSubmit={() => create.mutate({ algorithm }, { onSuccess: done })}
      submitLabel={newKeyDialogText.createKey}
      isPending={create.isPending}
      error={create.error}
    >
      <Field label={newKeyDialogText.algorithm} {...(algorithm === 'HS256' && { hint: sharedSecretText })}>
        <Select
          value={algorithm}
          onValueChange={setAlgorithm}
          options={signingAlgorithms.map((value) => ({ value, label: algorithmTexts[value] }))}
        />
      </Field>
    </DialogForm>
  )
}

function ImportForm({ projectRef, onDone }: FormProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const create = useCreateKey(projectRef)
  const [refused] = fieldProblems(create.error, {})
  const submit = () => {
    const read = readJwk(text)
    setProblem('problem' in read ? read.problem : undefined)
    if ('problem' in read) return
    create.mutate(
      { algorithm: read.algorithm, private_jwk: { ...read.jwk } },
      {
        onSuccess: () => {
          toast.success(newKeyDialogText.keyImported)
          onDone()
        },
      },
    )
  }
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel={newKeyDialogText.importKey}
      isPending={create.isPending}
      isDisabled={text.trim() === ''}
      error={refused === undefined ? create.error : null}
    >
      <Field label={newKeyDialogText.privateKey} hint={importHint} error={problem ?? refused?.message}>
        <Textarea isMono rows={8} value={text} spellCheck={false} autoComplete="off" onChange={(event) => setText(event.target.value)} />
      </Field>
    </DialogForm>
  )
}
