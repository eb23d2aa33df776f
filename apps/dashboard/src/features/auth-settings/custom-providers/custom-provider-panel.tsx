import type { CustomProvider } from '@colonnade/contracts/auth/custom-providers'
import { Button, ConfirmDialog, toast } from '@colonnade/ui'
import { useState } from 'react'
import { fieldProblems } from '../../../lib/forms/form-errors.ts'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { SettingsForm } from '../../../lib/settings/settings-form.tsx'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { noChangeText } from '../kit/messages.ts'
import { CallbackUrl } from '../providers/callback-url.tsx'
import { TestLink } from '../sign-in-test/test-link.tsx'
import { CustomProviderFields } from './custom-provider-fields.tsx'
import { type CustomDraft, draftOf, emptyDraft, type Problems, readChange, readNew } from './draft.ts'
import { customTexts, customProviderPanelText } from './messages.ts'
import { useCreateCustomProvider, useRemoveCustomProvider, useUpdateCustomProvider } from './queries.ts'

export interface CustomProviderPanelProps {
  readonly projectRef: string
  /** undefined for a new one. */
  readonly provider: CustomProvider | undefined
  readonly onClose: () => void
  /** It was added or deleted. */
  readonly onDone: () => void
}

/** The form of a custom provider, new or known. */
export function CustomProviderPanel({ projectRef, provider, onClose, onDone }: CustomProviderPanelProps) {
  const isReadOnly = !useIsAllowed(projectRef)('project_auth:all')
  const create = useCreateCustomProvider(projectRef)
  const update = useUpdateCustomProvider(projectRef)
  const remove = useRemoveCustomProvider(projectRef)
  const saved = provider === undefined ? emptyDraft : draftOf(provider)
  const [draft, setDraft] = useState<CustomDraft>(saved)
  const [problems, setProblems] = useState<Problems>({})
  const [isDeleting, setIsDeleting] = useState(false)
  const isDirty = !create.isSuccess && JSON.stringify(draft) !== JSON.stringify(saved)
  const failure = create.error ?? update.error
  const refused = fieldProblems(failure, { custom_provider_exists: 'identifier' })
  const told = { ...Object.fromEntries(refused.map(({ field, message }) => [field, message])), ...problems }
  const save = () => {
    if (provider === undefined) {
      const read = readNew(draft)
      setProblems(read.problems)
      if (Object.keys(read.problems).length > 0) return
      create.mutate(read.input, {
        onSuccess: ({ name }) => {
          toast.success(customTexts.added(name))
          onDone()
        },
      })
      return
    }
    const read = readChange(draft, provider)
    setProblems(read.problems)
    if (Object.keys(read.problems).length > 0) return
    update.mutate(
      { identifier: provider.identifier, change: read.change },
      {
        onSuccess: (next) => {
          setDraft(draftOf(next))
          toast.success(customTexts.saved(next.name))
        },
      },
    )
  }
  const isSaving = create.isPending || update.isPending
  return (
    <SidePanel
      title={provider?.name ?? customProviderPanelText.newCustomProvider}
      {...(provider !== undefined && { description: provider.identifier })}
      isDirty={isDirty && !isReadOnly}
      onClose={onClose}
      onSubmit={() => isDirty && !isSaving && !isReadOnly && save()}
    >
      <CallbackUrl projectRef={projectRef} />
      <SettingsForm
        settings={{ isDirty, isSaving, save, error: refused.length === 0 ? failure : null }}
        whyReadOnly={isReadOnly ? noChangeText : undefined}
        leaving="silent"
        saveLabel={provider === undefined ? customTexts.add : 'Save'}
        actions={provider !== undefined && <Button onClick={() => setIsDeleting(true)}>{customProviderPanelText.delete}</Button>}
      >
        <CustomProviderFields
          {...{ projectRef, provider, draft, isReadOnly }}
          problems={told}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
      </SettingsForm>
      {provider !== undefined && !isReadOnly && <TestLink projectRef={projectRef} provider={provider.identifier} />}
      {provider !== undefined && (
        <ConfirmDialog
          isOpen={isDeleting}
          onOpenChange={setIsDeleting}
          title={customTexts.deleteTitle(provider.name)}
          description={customTexts.deleteText(provider.identifier)}
          confirmLabel={customProviderPanelText.deleteProvider}
          isDanger
          onConfirm={async () => {
            await remove.mutateAsync(provider)
            toast.success(customTexts.deleted(provider.name))
            onDone()
          }}
        />
      )}
    </SidePanel>
  )
}
