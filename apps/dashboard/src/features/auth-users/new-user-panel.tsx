import { isAppError } from '@colonnade/core'
import { Button, Checkbox, Field, Input, toast } from '@colonnade/ui'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { SidePanel } from '../../lib/panels/side-panel.tsx'
import { newUserPanelText } from './messages.ts'
import { useCreateUser } from './mutations.ts'

export interface NewUserPanelProps {
  readonly projectRef: string
  readonly onClose: () => void
  readonly onDone: (id: string) => void
}

/** The form of a new user. */
export function NewUserPanel({ projectRef, onClose, onDone }: NewUserPanelProps) {
  const create = useCreateUser(projectRef)
  const [email, setEmail] = useState('')
  const [phone, setPhone] = useState('')
  const [password, setPassword] = useState('')
  const [isConfirmed, setIsConfirmed] = useState(true)
  const isEmpty = email.trim() === '' && phone.trim() === ''
  const isTaken = isAppError(create.error, 'auth_user_exists')
  const submit = () => {
    if (isEmpty || create.isPending) return
    const body = {
      ...(email.trim() !== '' && { email: email.trim() }),
      ...(phone.trim() !== '' && { phone: phone.trim() }),
      ...(password !== '' && { password }),
      is_confirmed: isConfirmed,
    }
    create.mutate(body, {
      onSuccess: ({ id }) => {
        toast.success(newUserPanelText.userCreated)
        onDone(id)
      },
    })
  }
  return (
    <SidePanel
      title={newUserPanelText.newUser}
      description={newUserPanelText.description}
      isDirty={!create.isSuccess && (!isEmpty || password !== '')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{newUserPanelText.cancel}</Button>
          <Button variant="primary" disabled={isEmpty} isPending={create.isPending} onClick={submit}>
            {newUserPanelText.createUser}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 p-4">
        <Field label={newUserPanelText.emailAddress} isOptional error={isTaken ? create.error?.message : undefined}>
          <Input type="email" autoComplete="off" value={email} onChange={(event) => setEmail(event.target.value)} />
        </Field>
        <Field label={newUserPanelText.phoneNumber} isOptional hint={newUserPanelText.phoneHint}>
          <Input type="tel" autoComplete="off" value={phone} onChange={(event) => setPhone(event.target.value)} />
        </Field>
        <Field label={newUserPanelText.password} isOptional hint={newUserPanelText.passwordHint}>
          <Input type="text" autoComplete="off" spellCheck={false} value={password} onChange={(event) => setPassword(event.target.value)} />
        </Field>
        <Checkbox isChecked={isConfirmed} onCheckedChange={setIsConfirmed} label={newUserPanelText.confirmed} />
        {create.error !== null && !isTaken && <ErrorNotice error={create.error} />}
      </div>
    </SidePanel>
  )
}
