import { Name } from '@colonnade/contracts/foundation/values'
import { Dialog, Field, Input, PasswordInput, toast } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { useAddPasskey } from './mutations.ts'

export interface AddDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Makes a passkey: the password, a name, and then what the browser asks. */
export function AddDialog({ isOpen, onOpenChange }: AddDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Add a passkey"
      description="Your browser asks next where to keep it: on this machine, on a phone, on a security key or with a password manager. All other sessions end."
    >
      <AddForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const Wanted = z.object({ name: Name, password: z.string().min(1, 'Enter your password') })

/** Apart from the dialog, so that what was typed is forgotten when it closes. */
function AddForm({ onDone }: { readonly onDone: () => void }) {
  const add = useAddPasskey()
  const form = useForm({ resolver: zodResolver(Wanted), defaultValues: { name: '', password: '' } })
  const { errors } = form.formState
  const submit = form.handleSubmit((wanted) =>
    add.mutate(wanted, {
      onSuccess: (made) => {
        if (made === null) return
        toast.success('Passkey added')
        onDone()
      },
      onError: (error) => showFormError(form, error),
    }),
  )
  return (
    <DialogForm onSubmit={(event) => void submit(event)} submitLabel="Continue" isPending={add.isPending} error={errors.root && add.error}>
      <Field label="Name" hint="Of the device, say: you will know it by this." error={errors.name?.message}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      {add.data === null && !add.isPending && (
        <p role="alert" className="text-soft">
          No passkey was created. The browser prompt was closed or timed out, or this device already has a passkey.
        </p>
      )}
    </DialogForm>
  )
}
