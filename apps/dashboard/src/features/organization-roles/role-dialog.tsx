import type { Permission } from '@colonnade/contracts/foundation/permissions'
import { type OrganizationRole, OrganizationRoleInput, withNeeded } from '@colonnade/contracts/organizations/organization-roles'
import { isAppError } from '@colonnade/core'
import { Button, Dialog, DialogClose, Field, Input, Textarea, toast } from '@colonnade/ui'
import { useRef, useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { fieldProblems, type FieldProblem } from '../../lib/forms/form-errors.ts'
import { RoleExplanation } from '../../lib/roles/role-explanation.tsx'
import { permissionCount } from '../../lib/roles/role-field.tsx'
import { dialogText } from './messages.ts'
import { useSaveRole } from './mutations.ts'
import { PermissionPicker } from './permission-picker.tsx'
import { holdersText } from './role-words.ts'

export interface RoleDialogProps {
  readonly slug: string
  /** Null for a new one. */
  readonly target: OrganizationRole | null
  readonly onClose: () => void
}

interface Draft {
  readonly name: string
  readonly description: string
  readonly permissions: readonly Permission[]
}

const draftOf = (role: OrganizationRole | null): Draft => role ?? { name: '', description: '', permissions: withNeeded(['database:read']) }

/** Creates or edits a role, and shows what members with it can do. */
export function RoleDialog({ slug, target, onClose }: RoleDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(target))
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const nameRef = useRef<HTMLInputElement>(null)
  const save = useSaveRole(slug, target)
  const refused = fieldProblems(save.error, { role_name_taken: 'name' })
  const problemOf = (wanted: string) => [...problems, ...refused].find(({ field }) => field.split('.')[0] === wanted)?.message
  const isChanged = isAppError(save.error, 'role_changed')
  const submit = () => {
    const { name, description } = draft
    const body = { name, description, permissions: [...draft.permissions] }
    const read = OrganizationRoleInput.safeParse(body)
    const found = (read.error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message }))
    setProblems(found)
    if (found.some(({ field }) => field === 'name')) nameRef.current?.focus()
    if (!read.success) return
    save.mutate(body, {
      onSuccess: (saved) => {
        onClose()
        toast.success(target === null ? dialogText.created(saved.name) : dialogText.saved)
      },
      onError: (error) => isAppError(error, 'role_name_taken') && nameRef.current?.focus(),
    })
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={target === null ? dialogText.newRole : dialogText.editTitle(target.name)}
      initialFocus={nameRef}
      className="top-[6dvh] max-h-[88dvh] md:w-[54rem]"
      footer={
        <>
          <DialogClose>
            <Button>{dialogText.cancel}</Button>
          </DialogClose>
          <Button type="submit" form="role-form" variant="primary" isPending={save.isPending}>
            {target === null ? dialogText.create : dialogText.save}
          </Button>
        </>
      }
    >
      <form
        id="role-form"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={dialogText.name} error={problemOf('name')}>
            <Input
              ref={nameRef}
              value={draft.name}
              placeholder={dialogText.nameExample}
              autoComplete="off"
              onChange={(event) => setDraft({ ...draft, name: event.target.value })}
            />
          </Field>
          <Field label={dialogText.description} error={problemOf('description')}>
            <Textarea
              rows={1}
              value={draft.description}
              placeholder={dialogText.descriptionExample}
              onChange={(event) => setDraft({ ...draft, description: event.target.value })}
            />
          </Field>
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <section aria-label={dialogText.permissions} className="flex flex-col gap-2">
            <h3 className="text-sm font-medium">{dialogText.permissionsTitle}</h3>
            {problemOf('permissions') !== undefined && (
              <p role="alert" className="text-xs text-danger">
                {problemOf('permissions')}
              </p>
            )}
            <PermissionPicker held={draft.permissions} onChange={(permissions) => setDraft({ ...draft, permissions })} />
          </section>
          <section aria-label={dialogText.summary} className="flex flex-col gap-2 self-start rounded-md border bg-sunken p-3 md:sticky md:top-0">
            <h3 className="text-sm font-medium">{dialogText.summaryTitle}</h3>
            <output className="text-xs text-soft">{permissionCount(draft.permissions)}.</output>
            <RoleExplanation name={draft.name.trim() || dialogText.unnamed} held={draft.permissions} />
          </section>
        </div>
        {target !== null && (target.held_by.members > 0 || target.held_by.in_projects > 0 || target.held_by.invitations > 0) && (
          <p className="rounded-md border border-warning/40 px-3 py-2 text-xs text-soft">{dialogText.heldBy(holdersText(target.held_by))}</p>
        )}
        {save.error !== null && refused.length === 0 && <ErrorNotice error={save.error} />}
        {isChanged && (
          <Button
            className="self-start"
            onClick={() => {
              setDraft(draftOf(target))
              save.reset()
            }}
          >
            {dialogText.reload}
          </Button>
        )}
      </form>
    </Dialog>
  )
}
