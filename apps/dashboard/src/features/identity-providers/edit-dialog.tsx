import { type IdentityProvider, IdentityProviderChanges } from '@colonnade/contracts/people/identity-providers'
import { Dialog, Field, Input, PasswordInput, toast } from '@colonnade/ui'
import { useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { fieldProblems } from '../../lib/forms/form-errors.ts'
import { editText } from './messages.ts'
import { useUpdateProvider } from './mutations.ts'

export interface EditDialogProps {
  readonly provider: IdentityProvider | undefined
  readonly onClose: () => void
}

export function EditDialog({ provider, onClose }: EditDialogProps) {
  return (
    <Dialog
      isOpen={provider !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={editText.title(provider?.name ?? '')}
      description={editText.fixedIssuer(provider?.issuer ?? '')}
    >
      {provider && <EditForm provider={provider} onDone={onClose} />}
    </Dialog>
  )
}

function EditForm({ provider, onDone }: { readonly provider: IdentityProvider; readonly onDone: () => void }) {
  const update = useUpdateProvider()
  const [name, setName] = useState(provider.name)
  const [clientId, setClientId] = useState(provider.client_id)
  const [secret, setSecret] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const told = fieldProblems(update.error, {})
  const problemOf = (field: string) => problems[field] ?? told.find((each) => each.field === field)?.message
  const changes = { name, client_id: clientId, ...(secret !== '' && { client_secret: secret }) }
  const submit = () => {
    const read = IdentityProviderChanges.safeParse(changes)
    setProblems(Object.fromEntries((read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])))
    if (!read.success) return
    update.mutate(
      { key: provider.key, changes },
      {
        onSuccess: () => {
          toast.success(editText.saved(provider.name))
          onDone()
        },
      },
    )
  }
  return (
    <DialogForm onSubmit={submit} submitLabel={editText.save} isPending={update.isPending} error={told.length === 0 ? update.error : null}>
      <Field label={editText.name} hint={editText.nameHint} error={problemOf('name')}>
        <Input autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={editText.clientID} error={problemOf('client_id')}>
        <Input isMono autoComplete="off" spellCheck={false} value={clientId} onChange={(event) => setClientId(event.target.value)} />
      </Field>
      <Field label={editText.newClientSecret} isOptional hint={editText.secretHint} error={problemOf('client_secret')}>
        <PasswordInput autoComplete="off" value={secret} onChange={(event) => setSecret(event.target.value)} />
      </Field>
    </DialogForm>
  )
}
