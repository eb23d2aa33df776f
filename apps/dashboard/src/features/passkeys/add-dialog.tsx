import { Name } from '@colonnade/contracts/foundation/values'
import { Dialog, Field, Input, PasswordInput, toast } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { addText } from './messages.ts'
import { useAddPasskey } from './mutations.ts'

export interface AddDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Makes a passkey: the password, a name, and then what the browser asks. */
export function AddDialog({ isOpen, onOpenChange }: AddDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={addText.title} description={addText.description}>
      <AddForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const Wanted = z.object({ name: Name, password: z.string().min(1, addText.passwordMissing) })

/** Apart from the dialog, so that what was typed is forgotten when it closes. */
function AddForm({ onDone }: { readonly onDone: () => void }) {
  const add = useAddPasskey()
  const form = useForm({ resolver: zodResolver(Wanted), defaultValues: { name: '', password: '' } })
  const { errors } = form.formState
  const submit = form.handleSubmit((wanted) =>
    add.mutate(wanted, {
      onSuccess: (made) => {
        if (made === null) return
        toast.success(addText.added)
        onDone()
      },
      onError: (error) => showFormError(form, error),
    }),
  )
  return (
    <DialogForm onSubmit={(event) => void submit(event)} submitLabel={addText.continue} isPending={add.isPending} error={errors.root && add.error}>
      <Field label={addText.name} hint={addText.nameHint} error={errors.name?.message}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label={addText.yourPassword} error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      {add.data === null && !add.isPending && (
        <p role="alert" className="text-soft">
          {addText.notCreated}
        </p>
      )}
    </DialogForm>
  )
}
