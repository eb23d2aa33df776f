import { Dialog, Field, Input, Skeleton, Textarea, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { DialogForm } from '../../../lib/forms/dialog-form.tsx'
import { isStorageError } from '../../../scope/storage/storage-error.ts'
import type { FileEntry } from '../entries/entry.ts'
import { type FileDetails, detailsQuery } from '../entries/queries.ts'
import { detailsText, pageText } from '../messages.ts'
import { type DetailsDraft, draftOf, changeOf, problemsOf } from './details-draft.ts'
import { useChangeDetails } from './mutations.ts'

export interface DetailsDialogProps {
  readonly projectRef: string
  readonly bucket: string
  readonly file: FileEntry
  readonly onClose: () => void
}

/** Edits the details of a file. */
export function DetailsDialog({ projectRef, bucket, file, onClose }: DetailsDialogProps) {
  const { data, error, refetch } = useQuery(detailsQuery(projectRef, bucket, file.path, null))
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={detailsText.title(file.name)}>
      {data !== undefined ? (
        <DetailsForm key={data.version} projectRef={projectRef} bucket={bucket} details={data} onClose={onClose} />
      ) : error !== null ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <output aria-label={pageText.loadingFile}>
          <Skeleton className="h-40 w-full" />
        </output>
      )}
    </Dialog>
  )
}

type FormProps = Omit<DetailsDialogProps, 'file'> & { readonly details: FileDetails }

function DetailsForm({ projectRef, bucket, details, onClose }: FormProps) {
  const [start] = useState(() => draftOf(details))
  const [draft, setDraft] = useState(start)
  const [isTried, setIsTried] = useState(false)
  const change = useChangeDetails(projectRef, bucket)
  const problems = problemsOf(draft)
  const shown = isTried ? problems : {}
  const isRefused = isStorageError(change.error, 'InvalidMimeType')
  const set = (next: Partial<DetailsDraft>) => {
    change.reset()
    setDraft({ ...draft, ...next })
  }
  return (
    <DialogForm
      submitLabel={detailsText.submit}
      isPending={change.isPending}
      error={isRefused ? null : change.error}
      onSubmit={() => {
        setIsTried(true)
        if (Object.keys(problems).length > 0) return
        const body = changeOf(details, start, draft)
        if (body === null) return onClose()
        change.mutate(body, {
          onSuccess: () => {
            toast.success(detailsText.done)
            onClose()
          },
        })
      }}
    >
      <Field label={detailsText.type} hint={detailsText.typeHint} error={isRefused ? detailsText.refusedType(draft.type.trim()) : shown.type}>
        <Input value={draft.type} autoComplete="off" spellCheck={false} onChange={({ target }) => set({ type: target.value })} />
      </Field>
      <Field label={detailsText.cacheControl} hint={detailsText.cacheControlHint} error={shown.cacheControl}>
        <Input value={draft.cacheControl} autoComplete="off" spellCheck={false} onChange={({ target }) => set({ cacheControl: target.value })} />
      </Field>
      <Field label={detailsText.metadata} hint={detailsText.metadataHint} error={shown.metadata}>
        <Textarea isMono rows={6} value={draft.metadata} spellCheck={false} onChange={({ target }) => set({ metadata: target.value })} />
      </Field>
    </DialogForm>
  )
}
