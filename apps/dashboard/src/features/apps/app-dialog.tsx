import { Name } from '@colonnade/contracts/foundation/values'
import { type App, type AppWithSecret, redirectUriProblem, redirectUrisMax } from '@colonnade/contracts/organizations/apps'
import { Dialog, Field, Input, SegmentedControl, Textarea, toast } from '@colonnade/ui'
import { useRef, useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { dialogText } from './messages.ts'
import { useRegisterApp, useUpdateApp } from './mutations.ts'

export interface AppDialogProps {
  readonly slug: string
  /** Null: a new one. */
  readonly app: App | null
  readonly onClose: () => void
  readonly onMade?: (app: AppWithSecret) => void
}

/** Registers an application, or changes what it is called and where it comes back to. */
export function AppDialog(props: AppDialogProps) {
  const name = useRef<HTMLInputElement>(null)
  const title = props.app === null ? dialogText.title : dialogText.editTitle(props.app.name)
  return (
    <Dialog isOpen onOpenChange={props.onClose} title={title} initialFocus={name} className="w-[34rem]">
      <AppForm {...props} nameRef={name} />
    </Dialog>
  )
}

const kinds = [
  { value: 'confidential', label: dialogText.server },
  { value: 'public', label: dialogText.device },
] as const
const kindHints = {
  confidential: dialogText.serverHint,
  public: dialogText.deviceHint,
}

function AppForm({ slug, app, onClose, onMade, nameRef }: AppDialogProps & { readonly nameRef: React.RefObject<HTMLInputElement | null> }) {
  const [name, setName] = useState(app?.name ?? '')
  const [addresses, setAddresses] = useState(app?.redirect_uris.join('\n') ?? '')
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('confidential')
  const [problems, setProblems] = useState<{ readonly name?: string | undefined; readonly addresses?: string | undefined }>({})
  const register = useRegisterApp(slug)
  const update = useUpdateApp(slug, app?.id ?? '')
  const { error, isPending } = app === null ? register : update

  const submit = () => {
    const uris = addresses.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
    const read = Name.safeParse(name)
    const found = { name: read.error?.issues[0]?.message, addresses: addressesProblem(uris) }
    setProblems(found)
    if (!read.success || found.addresses !== undefined) return
    const fields = { name: read.data, redirect_uris: uris }
    if (app === null) {
      register.mutate(
        { ...fields, is_confidential: kind === 'confidential' },
        {
          onSuccess: (made) => {
            onMade?.(made)
            onClose()
          },
        },
      )
    } else {
      update.mutate(fields, {
        onSuccess: () => {
          toast.success(dialogText.saved)
          onClose()
        },
      })
    }
  }

  return (
    <DialogForm onSubmit={submit} submitLabel={app === null ? dialogText.submit : dialogText.save} isPending={isPending} error={error}>
      <Field label={dialogText.name} hint={dialogText.nameHint} error={problems.name}>
        <Input ref={nameRef} value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      {app === null && (
        <div className="flex flex-col gap-1.5">
          <p className="text-sm font-medium">{dialogText.kind}</p>
          <SegmentedControl label={dialogText.kind} value={kind} onValueChange={setKind} options={kinds} className="self-start" />
          <p className="text-xs text-faint">{kindHints[kind]}</p>
        </div>
      )}
      <Field label={dialogText.redirects} hint={dialogText.redirectsHint} error={problems.addresses}>
        <Textarea
          isMono
          rows={3}
          value={addresses}
          spellCheck={false}
          placeholder="https://example.com/callback"
          onChange={(event) => setAddresses(event.target.value)}
        />
      </Field>
    </DialogForm>
  )
}

function addressesProblem(uris: readonly string[]): string | undefined {
  if (uris.length === 0) return dialogText.redirectsMissing
  if (uris.length > redirectUrisMax) return dialogText.redirectsMost(redirectUrisMax)
  for (const uri of uris) {
    const problem = redirectUriProblem(uri)
    if (problem !== null) return uris.length === 1 ? problem : `${uri}: ${problem}`
  }
  return undefined
}
