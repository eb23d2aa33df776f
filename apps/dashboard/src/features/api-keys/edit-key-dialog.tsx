import { type ApiKey, type ApiKeyChanges, ApiKeyName, secretRole } from '@colonnade/contracts/api/api-keys'
import { DateTimePicker, Dialog, Field, Input, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { fieldProblems } from '../../lib/forms/form-errors.ts'
import { editTitle, nameHint, roleHint, editKeyDialogText } from './messages.ts'
import { useUpdateKey } from './mutations.ts'
import { keyRolesQuery } from './queries.ts'

const ends = [
  { value: 'never', label: editKeyDialogText.never },
  { value: 'date', label: editKeyDialogText.onDate },
] as const

/** Every project has them; the others come with the query. */
const usualRoles = ['anon', 'authenticated', secretRole]

export interface EditKeyDialogProps {
  readonly projectRef: string
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

/** Changes the name, description, role or end of an API key. Its text stays the same. */
export function EditKeyDialog({ projectRef, apiKey, onClose }: EditKeyDialogProps) {
  const name = useRef<HTMLInputElement>(null)
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={editTitle(apiKey)} initialFocus={name}>
      <EditForm projectRef={projectRef} apiKey={apiKey} onClose={onClose} nameRef={name} />
    </Dialog>
  )
}

function EditForm({ projectRef, apiKey, onClose, nameRef }: EditKeyDialogProps & { readonly nameRef: RefObject<HTMLInputElement | null> }) {
  const [openedAt] = useState(() => Date.now())
  const [name, setName] = useState(apiKey.name)
  const [description, setDescription] = useState(apiKey.description ?? '')
  const [role, setRole] = useState(apiKey.role)
  const [end, setEnd] = useState<(typeof ends)[number]['value']>(apiKey.expires_at === null ? 'never' : 'date')
  const [date, setDate] = useState(apiKey.expires_at)
  const [nameProblem, setNameProblem] = useState<string>()
  const isSecret = apiKey.type === 'secret'
  const { data: roles = usualRoles } = useQuery({ ...keyRolesQuery(projectRef), enabled: isSecret })
  const update = useUpdateKey(projectRef, apiKey.id)
  const refused = fieldProblems(update.error, { api_key_name_taken: 'name' })
  const problemOf = (field: string) => refused.find((each) => each.field === field)?.message
  const expiresAt = end === 'never' ? null : date
  const changes: ApiKeyChanges = {
    ...(name !== apiKey.name && { name }),
    ...(description.trim() !== (apiKey.description ?? '') && { description: description.trim() === '' ? null : description.trim() }),
    ...(role !== apiKey.role && { secret_jwt_template: { role } }),
    ...(expiresAt !== apiKey.expires_at && { expires_at: expiresAt }),
  }
  const submit = () => {
    const problem = changes.name === undefined ? undefined : ApiKeyName.safeParse(name).error?.issues[0]?.message
    setNameProblem(problem)
    if (problem !== undefined) return nameRef.current?.focus()
    update.mutate(changes, { onSuccess: onClose })
  }
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel={editKeyDialogText.saveKey}
      isPending={update.isPending}
      isDisabled={Object.keys(changes).length === 0 || (end === 'date' && date === null)}
      error={refused.length === 0 ? update.error : null}
    >
      <Field label={editKeyDialogText.name} hint={nameHint} error={nameProblem ?? problemOf('name')}>
        <Input ref={nameRef} isMono value={name} autoComplete="off" spellCheck={false} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={editKeyDialogText.description} isOptional error={problemOf('description')}>
        <Input value={description} autoComplete="off" onChange={(event) => setDescription(event.target.value)} />
      </Field>
      {isSecret && (
        <Field label={editKeyDialogText.role} hint={roleHint} error={problemOf('secret_jwt_template.role')}>
          <Select value={role} onValueChange={setRole} options={[...new Set([...roles, role])].map((each) => ({ value: each, label: each }))} />
        </Field>
      )}
      <Field label={editKeyDialogText.expires} error={problemOf('expires_at')}>
        <Select value={end} onValueChange={setEnd} options={ends} />
      </Field>
      {end === 'date' && (
        <DateTimePicker
          label={editKeyDialogText.expiresOn}
          isLabelHidden
          value={date}
          onValueChange={setDate}
          min={new Date(openedAt + 60_000).toISOString()}
        />
      )}
    </DialogForm>
  )
}
