import type { AuthUserDetails } from '@colonnade/contracts/auth/users'
import { Button, Checkbox, Dialog, Field, Input, toast } from '@colonnade/ui'
import { useId, useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { fieldProblems } from '../../lib/forms/form-errors.ts'
import { addressHint, confirmEmailLabel, confirmPhoneLabel, passwordHint, editUserText } from './messages.ts'
import { useUpdateUser } from './mutations.ts'
import { titleOf } from './user-words.ts'

export interface EditUserProps {
  readonly projectRef: string
  readonly user: AuthUserDetails
  readonly onClose: () => void
}

/** What a user signs in with: email address, phone number, password. */
export function EditUser({ projectRef, user, onClose }: EditUserProps) {
  const formId = useId()
  const update = useUpdateUser(projectRef, user.id)
  const [before] = useState({ email: user.email ?? '', phone: user.phone ?? '' })
  const [email, setEmail] = useState(before.email)
  const [phone, setPhone] = useState(before.phone)
  const [password, setPassword] = useState('')
  const [isEmailConfirmed, setIsEmailConfirmed] = useState(true)
  const [isPhoneConfirmed, setIsPhoneConfirmed] = useState(true)
  const isOther = { email: email.trim() !== '' && email.trim() !== before.email, phone: phone.trim() !== '' && phone.trim() !== before.phone }
  const isEdited = isOther.email || isOther.phone || password !== ''
  const problems = fieldProblems(update.error, {})
  const problemOf = (field: string) => problems.find((problem) => problem.field === field)?.message
  const submit = () => {
    if (!isEdited || update.isPending) return
    const body = {
      ...(isOther.email && { email: email.trim(), confirm_email: isEmailConfirmed }),
      ...(isOther.phone && { phone: phone.trim(), confirm_phone: isPhoneConfirmed }),
      ...(password !== '' && { password }),
    }
    update.mutate(body, {
      onSuccess: () => {
        toast.success(editUserText.userSaved)
        onClose()
      },
    })
  }
  const typed = (set: (text: string) => void) => (event: { readonly target: { readonly value: string } }) => {
    set(event.target.value)
    if (update.isError) update.reset()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={editUserText.edit(titleOf(user))}
      footer={
        <>
          <Button onClick={onClose}>{editUserText.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={!isEdited} isPending={update.isPending}>
            {editUserText.saveUser}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label={editUserText.emailAddress} error={problemOf('email')} hint={isOther.email ? addressHint : undefined}>
          <Input type="text" inputMode="email" autoComplete="off" spellCheck={false} value={email} onChange={typed(setEmail)} />
        </Field>
        {isOther.email && <Checkbox isChecked={isEmailConfirmed} onCheckedChange={setIsEmailConfirmed} label={confirmEmailLabel} />}
        <Field label={editUserText.phoneNumber} error={problemOf('phone')} hint={editUserText.phoneHint}>
          <Input type="tel" autoComplete="off" value={phone} onChange={typed(setPhone)} />
        </Field>
        {isOther.phone && <Checkbox isChecked={isPhoneConfirmed} onCheckedChange={setIsPhoneConfirmed} label={confirmPhoneLabel} />}
        <Field label={editUserText.newPassword} error={problemOf('password')} hint={passwordHint} isOptional>
          <Input type="text" autoComplete="off" spellCheck={false} value={password} onChange={typed(setPassword)} />
        </Field>
        {update.error !== null && problems.length === 0 && <ErrorNotice error={update.error} />}
      </form>
    </Dialog>
  )
}
