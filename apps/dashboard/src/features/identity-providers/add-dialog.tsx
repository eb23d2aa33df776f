import { githubIssuer, IdentityProviderInput } from '@colonnade/contracts/people/identity-providers'
import { providerKinds } from '@colonnade/contracts/people/sessions'
import { slugify } from '@colonnade/core'
import { CopyButton, Dialog, Field, Input, PasswordInput, SegmentedControl, toast } from '@colonnade/ui'
import { useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { fieldProblems } from '../../lib/forms/form-errors.ts'
import { kindNames } from './kind-names.ts'
import { addText } from './messages.ts'
import { useCreateProvider } from './mutations.ts'

export interface AddDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly callbackBase: string
}

/** Configures a provider. */
export function AddDialog({ isOpen, onOpenChange, callbackBase }: AddDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={addText.title} description={addText.description}>
      <AddForm callbackBase={callbackBase} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const empty = { name: '', issuer: '', client_id: '', client_secret: '' }
const ofGithub = { name: 'GitHub', issuer: githubIssuer }

/** Apart from the dialog, so that what was typed is forgotten when it closes. */
function AddForm({ callbackBase, onDone }: { readonly callbackBase: string; readonly onDone: () => void }) {
  const create = useCreateProvider()
  const [kind, setKind] = useState<(typeof providerKinds)[number]>('oidc')
  const [values, setValues] = useState(empty)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const key = slugify(values.name, 'provider')
  const input = { ...values, kind, key }
  const told = fieldProblems(create.error, { identity_provider_exists: 'issuer' })
  const problemOf = (field: string) => problems[field] ?? told.find((each) => each.field === field)?.message
  const set = (field: keyof typeof empty) => (event: { readonly target: { readonly value: string } }) =>
    setValues({ ...values, [field]: event.target.value })
  const isGithub = kind === 'github'
  const submit = () => {
    const read = IdentityProviderInput.safeParse(input)
    setProblems(Object.fromEntries((read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])))
    if (!read.success) return
    create.mutate(input, {
      onSuccess: ({ name }) => {
        toast.success(addText.saved(name))
        onDone()
      },
    })
  }
  return (
    <DialogForm onSubmit={submit} submitLabel={addText.save} isPending={create.isPending} error={told.length === 0 ? create.error : null}>
      <SegmentedControl
        label={addText.kind}
        className="self-start"
        value={kind}
        options={providerKinds.map((each) => ({ value: each, label: kindNames[each] }))}
        onValueChange={(next) => {
          setKind(next)
          setValues(next === 'github' ? { ...values, ...ofGithub } : { ...values, name: '', issuer: '' })
        }}
      />
      <Field label={addText.name} hint={addText.nameHint} error={problemOf('name')}>
        <Input autoComplete="off" value={values.name} onChange={set('name')} />
      </Field>
      <Field
        label={isGithub ? addText.address : addText.issuer}
        hint={isGithub ? addText.addressHint : addText.issuerHint}
        error={problemOf('issuer')}
      >
        <Input isMono type="url" autoComplete="off" placeholder="https://id.example.com" value={values.issuer} onChange={set('issuer')} />
      </Field>
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium">{addText.callbackURL}</span>
        <div className="flex min-w-0 items-center gap-1">
          <span aria-live="polite" className="min-w-0 flex-1 truncate font-mono text-xs text-soft" title={callbackBase + key}>
            {callbackBase + key}
          </span>
          <CopyButton isIconOnly text={callbackBase + key} label={addText.copyCallbackURL} />
        </div>
      </div>
      <Field label={addText.clientID} error={problemOf('client_id')}>
        <Input isMono autoComplete="off" spellCheck={false} value={values.client_id} onChange={set('client_id')} />
      </Field>
      <Field label={addText.clientSecret} hint={addText.secretHint} error={problemOf('client_secret')}>
        <PasswordInput autoComplete="off" value={values.client_secret} onChange={set('client_secret')} />
      </Field>
    </DialogForm>
  )
}
