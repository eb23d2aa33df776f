import { Button, Dialog, DialogClose, Field, Input, Select } from '@colonnade/ui'
import { useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { SecretValue } from '../../lib/secrets/secret-value.tsx'
import { keysText } from './messages.ts'
import { useCreateAccessKey } from './queries.ts'

export interface KeyDialogProps {
  readonly projectRef: string
  readonly onClose: () => void
}

const roles = [
  { value: 'service_role', label: keysText.everything },
  { value: 'authenticated', label: keysText.oneUser },
] as const

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Creates an access key, then shows it with its secret once. */
export function KeyDialog({ projectRef, onClose }: KeyDialogProps) {
  const create = useCreateAccessKey(projectRef)
  const made = create.data
  return (
    <Dialog
      isOpen
      isHeld={made !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={made === undefined ? keysText.createTitle : keysText.freshTitle}
      {...(made !== undefined && {
        description: keysText.freshText,
        footer: (
          <DialogClose>
            <Button variant="primary">{keysText.done}</Button>
          </DialogClose>
        ),
      })}
    >
      {made === undefined ? (
        <KeyForm create={create} />
      ) : (
        <>
          <SecretValue label={keysText.accessKeyLabel} caption={keysText.accessKey} value={made.access_key} />
          <SecretValue label={keysText.secretKeyLabel} caption={keysText.secretKey} value={made.secret_key} />
        </>
      )}
    </Dialog>
  )
}

function KeyForm({ create }: { readonly create: ReturnType<typeof useCreateAccessKey> }) {
  const [description, setDescription] = useState('')
  const [role, setRole] = useState<(typeof roles)[number]['value']>('service_role')
  const [userId, setUserId] = useState('')
  const [isTried, setIsTried] = useState(false)
  const needsUser = role === 'authenticated'
  const problems = {
    description: description.trim() === '' ? keysText.labelMissing : undefined,
    userId: needsUser && !uuidForm.test(userId.trim()) ? keysText.userIdWrong : undefined,
  }
  return (
    <DialogForm
      submitLabel={keysText.submit}
      isPending={create.isPending}
      error={create.error}
      onSubmit={() => {
        setIsTried(true)
        if (problems.description !== undefined || problems.userId !== undefined) return
        create.mutate({ description: description.trim(), role, user_id: needsUser ? userId.trim() : null })
      }}
    >
      <Field label={keysText.label} hint={keysText.labelHint} error={isTried ? problems.description : undefined}>
        <Input value={description} maxLength={200} autoComplete="off" onChange={(event) => setDescription(event.target.value)} />
      </Field>
      <Field label={keysText.actsAs}>
        <Select value={role} options={roles} onValueChange={setRole} />
      </Field>
      {needsUser && (
        <Field label={keysText.userId} error={isTried ? problems.userId : undefined}>
          <Input value={userId} isMono autoComplete="off" spellCheck={false} onChange={(event) => setUserId(event.target.value)} />
        </Field>
      )}
    </DialogForm>
  )
}
