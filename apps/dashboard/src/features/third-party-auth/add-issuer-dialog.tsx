import { Dialog, Field, Input, Select, toast } from '@colonnade/ui'
import { useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { fieldProblems } from '../../lib/forms/form-errors.ts'
import { type IssuerKind, issuerKinds, kindTexts } from './issuer-kinds.ts'
import { addIssuerDialogText } from './messages.ts'
import { useCreateIssuer } from './queries.ts'

export interface AddIssuerDialogProps {
  readonly projectRef: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Adds an issuer, whose keys are looked up at once. */
export function AddIssuerDialog({ projectRef, isOpen, onClose }: AddIssuerDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isShown) => !isShown && onClose()}
      title={addIssuerDialogText.addIssuer}
      description={addIssuerDialogText.description}
    >
      {isOpen && <AddForm projectRef={projectRef} onDone={onClose} />}
    </Dialog>
  )
}

function AddForm({ projectRef, onDone }: { readonly projectRef: string; readonly onDone: () => void }) {
  const [kind, setKind] = useState<IssuerKind>('firebase')
  const [url, setUrl] = useState('')
  const create = useCreateIssuer(projectRef)
  const [refused] = fieldProblems(create.error, {})
  const submit = () => {
    const onSuccess = () => {
      toast.success(addIssuerDialogText.issuerAdded)
      onDone()
    }
    create.mutate({ oidc_issuer_url: url.trim() }, { onSuccess })
  }
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel={addIssuerDialogText.addIssuer}
      isPending={create.isPending}
      isDisabled={url.trim() === ''}
      error={refused === undefined ? create.error : null}
    >
      <Field label={addIssuerDialogText.type}>
        <Select value={kind} onValueChange={setKind} options={issuerKinds.map((value) => ({ value, label: kindTexts[value].label }))} />
      </Field>
      <Field label={addIssuerDialogText.issuerURL} hint={addIssuerDialogText.example(kindTexts[kind].example)} error={refused?.message}>
        <Input value={url} type="url" spellCheck={false} autoComplete="off" onChange={(event) => setUrl(event.target.value)} />
      </Field>
    </DialogForm>
  )
}
