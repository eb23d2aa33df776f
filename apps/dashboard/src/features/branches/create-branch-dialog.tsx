import { type Branch, type BranchInput, defaultBranchName } from '@colonnade/contracts/copies/branches'
import { Name } from '@colonnade/contracts/foundation/values'
import { Compute } from '@colonnade/contracts/projects/projects'
import { Dialog, Field, Input, SegmentedControl, Select } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { computeOptions } from '../../lib/texts/project-names.ts'
import { addressOf, pages } from '../../paths.ts'
import { useAddonPrices } from '../../scope/database-source/addon-queries.ts'
import { HourPrice } from '../../scope/prices/hour-price.tsx'
import { UnloggedNote } from '../../scope/relations/unlogged-note.tsx'
import { useProject } from '../../scope/use-project.ts'
import { copyRefusal, expiryOf, lifetimes, sourcesOf } from './branch-words.ts'
import { CopyEstimate } from './copy-estimate.tsx'
import { createBranchDialogText } from './messages.ts'
import { useCreateBranch } from './mutations.ts'
import { SourceField } from './source-field.tsx'

export interface CreateBranchDialogProps {
  readonly projectRef: string
  /** None while branching is not enabled: then the project itself is what is copied. */
  readonly branches: readonly Branch[]
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

export function CreateBranchDialog({ isOpen, onOpenChange, ...props }: CreateBranchDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={createBranchDialogText.createBranch}
      description={createBranchDialogText.copyOwnServerKeys}
    >
      <CreateBranchForm {...props} />
    </Dialog>
  )
}

const BranchForm = z.object({
  name: Name,
  source: z.string(),
  content: z.enum(['data', 'structure']),
  lifetime: z.enum(lifetimes.map(({ value }) => value)),
  compute: Compute,
})
type BranchValues = z.infer<typeof BranchForm>

function inputOf({ name, source, content, lifetime, compute }: BranchValues): BranchInput {
  return { name, source_ref: source, with_data: content === 'data', expires_at: expiryOf(lifetime, Date.now()), compute }
}

const lifetimeOptions = lifetimes.map(({ value, label }) => ({ value, label }))

function CreateBranchForm({ projectRef, branches }: Pick<CreateBranchDialogProps, 'projectRef' | 'branches'>) {
  const create = useCreateBranch(projectRef)
  const project = useProject(projectRef)
  const sources = branches.length === 0 ? [{ ...project, project_ref: projectRef, name: defaultBranchName }] : sourcesOf(branches)
  // whoever stands on a branch means that one, as with any other tool for branches
  const here = sources.find(({ project_ref: ref }) => ref === projectRef) ?? sources[0]
  const form = useForm<BranchValues>({
    resolver: zodResolver(BranchForm),
    defaultValues: { name: '', source: here?.project_ref ?? '', content: 'data', lifetime: 'never', compute: 'nano' },
  })
  const sizes = useAddonPrices(project, 'compute_instance')
  const { errors } = form.formState
  const [content, source, compute] = useWatch({ control: form.control, name: ['content', 'source', 'compute'] })
  const submit = form.handleSubmit((values) =>
    create.mutate(inputOf(values), { onError: (error) => showFormError(form, error, { branch_name_taken: 'name' }) }),
  )
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      submitLabel={createBranchDialogText.createBranchLabel}
      isPending={create.isPending}
      isDisabled={copyRefusal(sources, source) !== null}
      error={errors.root && create.error}
    >
      <Field label={createBranchDialogText.name} error={errors.name?.message}>
        <Input autoComplete="off" spellCheck={false} placeholder={createBranchDialogText.addInvoices} {...form.register('name')} />
      </Field>
      <Controller
        control={form.control}
        name="source"
        render={({ field }) => <SourceField sources={sources} value={field.value} onValueChange={field.onChange} />}
      />
      <Controller
        control={form.control}
        name="content"
        render={({ field }) => (
          <Field
            label={createBranchDialogText.content}
            hint={
              content === 'data' ? (
                <>
                  {createBranchDialogText.everythingCommittedNowEarlier}
                  <Link to={addressOf(pages.database.backups, { ref: source === '' ? projectRef : source })} className="text-accent underline">
                    {createBranchDialogText.restoreBackupNewBranch}
                  </Link>
                  .
                </>
              ) : (
                createBranchDialogText.emptyTablesExceptOnes
              )
            }
          >
            <SegmentedControl
              label={createBranchDialogText.content}
              value={field.value}
              onValueChange={field.onChange}
              options={[
                { value: 'data', label: createBranchDialogText.data },
                { value: 'structure', label: createBranchDialogText.structure },
              ]}
            />
          </Field>
        )}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="lifetime"
          render={({ field }) => (
            <Field label={createBranchDialogText.expires}>
              <Select value={field.value} onValueChange={field.onChange} options={lifetimeOptions} />
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="compute"
          render={({ field }) => (
            <Field label={createBranchDialogText.computeSize} hint={sizes.of(`ci_${compute}`) ?? '\u{a0}'}>
              <Select value={field.value} onValueChange={field.onChange} options={computeOptions} />
            </Field>
          )}
        />
      </div>
      {content === 'data' && <UnloggedNote projectRef={source} of="copy" />}
      <HourPrice project={project} of="branches" />
      {source !== '' && <CopyEstimate projectRef={projectRef} source={source} />}
    </DialogForm>
  )
}
