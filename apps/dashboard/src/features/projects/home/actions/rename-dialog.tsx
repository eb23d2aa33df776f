import { Name } from '@colonnade/contracts/foundation/values'
import { Dialog, Field, Input } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm } from '../../../../lib/forms/dialog-form.tsx'
import { showFormError } from '../../../../lib/forms/form-errors.ts'
import { useRenameProject } from '../../mutations.ts'
import { nounOf } from '../../../../lib/texts/project-names.ts'
import type { ActionDialogProps } from './action-dialog.ts'
import { renameDialogText } from './messages.ts'

export function RenameDialog({ project, isOpen, onOpenChange }: ActionDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={renameDialogText.rename(nounOf(project))}>
      <RenameForm project={project} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const Rename = z.object({ name: Name })

function RenameForm({ project, onDone }: { readonly project: ActionDialogProps['project']; readonly onDone: () => void }) {
  const rename = useRenameProject(project.ref)
  const form = useForm({ resolver: zodResolver(Rename), defaultValues: { name: project.name } })
  const { errors } = form.formState
  const submit = form.handleSubmit(({ name }) =>
    rename.mutate(name, { onSuccess: onDone, onError: (error) => showFormError(form, error, { project_name_taken: 'name' }) }),
  )
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      submitLabel={renameDialogText.confirm}
      isPending={rename.isPending}
      error={errors.root && rename.error}
    >
      <Field label={renameDialogText.name} error={errors.name?.message}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
    </DialogForm>
  )
}
