import { isAppError } from '@colonnade/core'
import { Dialog, Field, Input, toast } from '@colonnade/ui'
import { useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { inviteDialogText } from './messages.ts'
import { useInviteUser } from './mutations.ts'

export interface InviteDialogProps {
  readonly projectRef: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Asks for an address, to which a link is mailed. */
export function InviteDialog({ projectRef, isOpen, onOpenChange }: InviteDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={inviteDialogText.title} description={inviteDialogText.description}>
      <InviteForm projectRef={projectRef} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function InviteForm({ projectRef, onDone }: { readonly projectRef: string; readonly onDone: () => void }) {
  const invite = useInviteUser(projectRef)
  const [email, setEmail] = useState('')
  const isTaken = isAppError(invite.error, 'auth_user_exists')
  const submit = () =>
    invite.mutate(email.trim(), {
      onSuccess: () => {
        toast.success(inviteDialogText.invitationSent)
        onDone()
      },
    })
  return (
    <DialogForm
      submitLabel={inviteDialogText.sendInvitation}
      isPending={invite.isPending}
      isDisabled={email.trim() === ''}
      error={isTaken ? null : invite.error}
      onSubmit={submit}
    >
      <Field label={inviteDialogText.emailAddress} error={isTaken ? invite.error?.message : undefined}>
        <Input type="email" autoComplete="off" value={email} onChange={(event) => setEmail(event.target.value)} />
      </Field>
    </DialogForm>
  )
}
