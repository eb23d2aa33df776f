import { type ApiKey, ApiKeyName, type ApiKeyType, secretRole } from '@colonnade/contracts/api/api-keys'
import { DateTimePicker, Dialog, Field, Input, SegmentedControl, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { expiries, type Expiry, expiryTime } from '../../lib/forms/expiry.ts'
import { fieldProblems } from '../../lib/forms/form-errors.ts'
import { nameHint, publishableHint, roleHint, keyDialogText } from './messages.ts'
import { useCreateKey } from './mutations.ts'
import { keyRolesQuery } from './queries.ts'

const types = [
  { value: 'publishable', label: keyDialogText.publishable },
  { value: 'secret', label: keyDialogText.secret },
] as const

/** Every project has them; the others come with the query. */
const usualRoles = ['anon', 'authenticated', secretRole]

export interface KeyDialogProps {
  readonly projectRef: string
  /** The type that is chosen at first; undefined while the dialog is closed. */
  readonly type: ApiKeyType | undefined
  readonly onClose: () => void
  readonly onCreated: (key: ApiKey) => void
}

/** Creates an API key. */
export function KeyDialog({ projectRef, type, onClose, onCreated }: KeyDialogProps) {
  const name = useRef<HTMLInputElement>(null)
  return (
    <Dialog isOpen={type !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()} title={keyDialogText.createAPIKey} initialFocus={name}>
      {type !== undefined && (
        <KeyForm
          projectRef={projectRef}
          typeAtFirst={type}
          nameRef={name}
          onCreated={(key) => {
            onCreated(key)
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

interface KeyFormProps {
  readonly projectRef: string
  readonly typeAtFirst: ApiKeyType
  readonly nameRef: RefObject<HTMLInputElement | null>
  readonly onCreated: (key: ApiKey) => void
}

/** Apart from the dialog, so that what was typed is forgotten when it closes. */
function KeyForm({ projectRef, typeAtFirst, nameRef, onCreated }: KeyFormProps) {
  const [openedAt] = useState(() => Date.now())
  const [type, setType] = useState(typeAtFirst)
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [role, setRole] = useState<string>(secretRole)
  const [expiry, setExpiry] = useState<Expiry>('never')
  const [date, setDate] = useState<string | null>(null)
  const [nameProblem, setNameProblem] = useState<string>()
  const { data: roles = usualRoles } = useQuery({ ...keyRolesQuery(projectRef), enabled: type === 'secret' })
  const create = useCreateKey(projectRef)
  const refused = fieldProblems(create.error, { api_key_name_taken: 'name' })
  const problemOf = (field: string) => refused.find((each) => each.field === field)?.message
  const end = expiryTime(expiry, date, openedAt)
  const submit = () => {
    const read = ApiKeyName.safeParse(name)
    setNameProblem(read.error?.issues[0]?.message)
    if (!read.success) return nameRef.current?.focus()
    const expires_at = expiryTime(expiry, date, Date.now())
    if (expires_at === undefined) return
    const template = type === 'secret' ? { secret_jwt_template: { role } } : {}
    create.mutate(
      { type, name: read.data, description: description.trim() === '' ? null : description.trim(), expires_at, ...template },
      { onSuccess: onCreated, onError: () => nameRef.current?.focus() },
    )
  }
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel={keyDialogText.createKey}
      isPending={create.isPending}
      isDisabled={end === undefined}
      error={refused.length === 0 ? create.error : null}
    >
      <div className="flex flex-col gap-1.5">
        <SegmentedControl label={keyDialogText.type} value={type} options={types} onValueChange={setType} className="self-start" />
        {type === 'publishable' && <p className="text-xs text-faint">{publishableHint}</p>}
      </div>
      <Field label={keyDialogText.name} hint={nameHint} error={nameProblem ?? problemOf('name')}>
        <Input ref={nameRef} isMono value={name} autoComplete="off" spellCheck={false} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={keyDialogText.description} isOptional error={problemOf('description')}>
        <Input value={description} autoComplete="off" onChange={(event) => setDescription(event.target.value)} />
      </Field>
      {type === 'secret' && (
        <Field label={keyDialogText.role} hint={roleHint} error={problemOf('secret_jwt_template.role')}>
          <Select value={role} onValueChange={setRole} options={roles.map((each) => ({ value: each, label: each }))} />
        </Field>
      )}
      <Field label={keyDialogText.expires} error={problemOf('expires_at')}>
        <Select value={expiry} onValueChange={setExpiry} options={expiries} />
      </Field>
      {expiry === 'date' && (
        <DateTimePicker
          label={keyDialogText.expiresOn}
          isLabelHidden
          value={date}
          onValueChange={setDate}
          min={new Date(openedAt + 60_000).toISOString()}
        />
      )}
    </DialogForm>
  )
}
