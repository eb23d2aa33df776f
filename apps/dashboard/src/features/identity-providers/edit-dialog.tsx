import { type IdentityProvider, IdentityProviderChanges } from '@colonnade/contracts/people/identity-providers'
import { Dialog, Field, Input, PasswordInput, toast } from '@colonnade/ui'
import { useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { fieldProblems } from '../../lib/forms/form-errors.ts'
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
      title={`Edit ${provider?.name ?? ''}`}
      description={`Who tells stays: ${provider?.issuer ?? ''}. For another one, add another provider.`}
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
          toast.success(`${provider.name} saved`)
          onDone()
        },
      },
    )
  }
  return (
    <DialogForm onSubmit={submit} submitLabel="Save" isPending={update.isPending} error={told.length === 0 ? update.error : null}>
      <Field label="Name" hint="On the button: “Continue with …”." error={problemOf('name')}>
        <Input autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Client ID" error={problemOf('client_id')}>
        <Input isMono autoComplete="off" spellCheck={false} value={clientId} onChange={(event) => setClientId(event.target.value)} />
      </Field>
      <Field label="New client secret" isOptional hint="Left empty, the one that is kept stays." error={problemOf('client_secret')}>
        <PasswordInput autoComplete="off" value={secret} onChange={(event) => setSecret(event.target.value)} />
      </Field>
    </DialogForm>
  )
}
