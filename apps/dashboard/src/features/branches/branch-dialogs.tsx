import { type Branch, maxBranchDays } from '@colonnade/contracts/copies/branches'
import { Name } from '@colonnade/contracts/foundation/values'
import { ConfirmDialog, DateTimePicker, Dialog, Field, Input } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { paths } from '../../paths.ts'
import { copyRefusal, sourcesOf, versionChangeText } from './branch-words.ts'
import { CopyEstimate } from './copy-estimate.tsx'
import { UnloggedNote } from '../../scope/relations/unlogged-note.tsx'
import { branchDialogsText } from './messages.ts'
import { useRemoveBranch, useResetBranch, useUpdateBranch } from './mutations.ts'
import { SourceField } from './source-field.tsx'

export type BranchAct = 'edit' | 'reset' | 'remove'

export interface BranchDialogsProps {
  /** Of the page. */
  readonly projectRef: string
  readonly branches: readonly Branch[]
  readonly act: BranchAct
  /** As it was when it was asked about. */
  readonly asked: Branch
  readonly onClose: () => void
}

/** Asks about a branch. The dialog stays open when the branch or the permission goes, and says so. */
export function BranchDialogs({ projectRef, branches, act, asked, onClose }: BranchDialogsProps) {
  const known = branches.find(({ id }) => id === asked.id)
  const props = {
    projectRef,
    branch: known ?? asked,
    isGone: known === undefined || known.status === 'GOING_DOWN',
    isOpen: true,
    onOpenChange: (isOpen: boolean) => !isOpen && onClose(),
  }
  if (act === 'edit') return <EditBranchDialog {...props} />
  return act === 'reset' ? <ResetBranchDialog {...props} branches={branches} /> : <RemoveBranchDialog {...props} />
}

interface BranchDialogProps {
  readonly projectRef: string
  readonly branch: Branch
  readonly isGone: boolean
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

function Gone() {
  return (
    <p role="alert" className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 text-sm">
      {branchDialogsText.branchNoLongerExists}
    </p>
  )
}

function EditBranchDialog({ isOpen, onOpenChange, ...props }: BranchDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={branchDialogsText.edit(props.branch.name)}>
      <EditBranchForm {...props} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const BranchEdit = z.object({ name: Name })

function EditBranchForm({
  projectRef,
  branch,
  isGone,
  onDone,
}: Pick<BranchDialogProps, 'projectRef' | 'branch' | 'isGone'> & { readonly onDone: () => void }) {
  const update = useUpdateBranch(projectRef)
  // what was not changed here is not sent: somebody else may have changed it since
  const [before] = useState(branch)
  const form = useForm({ resolver: zodResolver(BranchEdit), defaultValues: { name: before.name } })
  const [expiresAt, setExpiresAt] = useState(before.expires_at)
  const [openedAt] = useState(() => Date.now())
  const { errors } = form.formState
  const submit = form.handleSubmit(({ name }) =>
    update.mutate(
      { branch: branch.id, ...(name !== before.name && { name }), ...(expiresAt !== before.expires_at && { expires_at: expiresAt }) },
      { onSuccess: onDone, onError: (error) => showFormError(form, error, { branch_name_taken: 'name' }) },
    ),
  )
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      submitLabel={branchDialogsText.save}
      isPending={update.isPending}
      isDisabled={isGone}
      error={errors.root && update.error}
    >
      <Field label={branchDialogsText.name} error={errors.name?.message}>
        <Input autoComplete="off" spellCheck={false} {...form.register('name')} />
      </Field>
      <DateTimePicker
        label={branchDialogsText.expires}
        value={expiresAt}
        onValueChange={setExpiresAt}
        min={new Date(openedAt).toISOString()}
        max={new Date(openedAt + maxBranchDays * 86_400_000).toISOString()}
      />
      {isGone && <Gone />}
    </DialogForm>
  )
}

function ResetBranchDialog({
  projectRef,
  branch,
  branches,
  isGone,
  isOpen,
  onOpenChange,
}: BranchDialogProps & { readonly branches: readonly Branch[] }) {
  const reset = useResetBranch(projectRef)
  const sources = sourcesOf(branches, branch)
  const own = sources.find(({ project_ref: ref }) => ref === branch.source?.project_ref) ?? sources[0]
  const [picked, setPicked] = useState<string | null>(null)
  // whatever becomes of it: another one would be copied in its place by who has looked here before
  const chosen = picked ?? own?.project_ref ?? ''
  const source = sources.find(({ project_ref: ref }) => ref === chosen)
  const version = source === undefined ? null : versionChangeText(branch, source)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDanger
      title={branchDialogsText.reset(branch.name)}
      description={branchDialogsText.copiesSourceAgainPermanently}
      typedName={branch.name}
      isConfirmDisabled={isGone || copyRefusal(sources, chosen) !== null}
      confirmLabel={branchDialogsText.resetBranch}
      onConfirm={async () => void (await reset.mutateAsync({ branch: branch.id, source_ref: chosen }))}
    >
      <SourceField sources={sources} value={chosen} onValueChange={setPicked} />
      {version !== null && <p className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 text-sm">{version}</p>}
      {branch.with_data && <UnloggedNote projectRef={source?.project_ref ?? ''} of="copy" />}
      {source !== undefined && <CopyEstimate projectRef={projectRef} source={source.project_ref} />}
      {isGone && <Gone />}
    </ConfirmDialog>
  )
}

function RemoveBranchDialog({ projectRef, branch, isGone, isOpen, onOpenChange }: BranchDialogProps) {
  const remove = useRemoveBranch(projectRef)
  // deleted by someone else; a confirmed delete shows in the list
  const isTaken = isGone && (remove.isIdle || remove.isError)
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDanger
      title={branchDialogsText.delete(branch.name)}
      description={branchDialogsText.permanentlyDeletesBranchsDatabase}
      typedName={branch.name}
      confirmLabel={branchDialogsText.deleteBranch}
      onConfirm={async () => {
        await remove.mutateAsync(branch.id)
        // the page of the branch goes with it
        if (branch.project_ref === projectRef) await navigate({ to: paths.project.branches(branch.parent_project_ref) })
      }}
      isConfirmDisabled={isTaken}
    >
      {isTaken && <Gone />}
    </ConfirmDialog>
  )
}
