import type { BucketSummary } from '@colonnade/contracts/storage/storage-buckets'
import { Button, Field, Input, Select, Switch, Textarea, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatBytes } from '../../lib/bytes.ts'
import { CopyableText } from '../../lib/code-text/code-text.tsx'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { sizeUnits } from '../../lib/texts/file-sizes.ts'
import { Fold } from '../../lib/panels/fold.tsx'
import { SidePanel } from '../../lib/panels/side-panel.tsx'
import { storageSettingsQuery } from '../../scope/storage/settings-query.ts'
import { isStorageError } from '../../scope/storage/storage-error.ts'
import { type BucketDraft, draftOf, findProblems, migrationOf, newBucket, settingsOf } from './bucket-draft.ts'
import { formText } from './messages.ts'
import { useCreateBucket, useUpdateBucket } from './mutations.ts'

export interface BucketPanelProps {
  readonly projectRef: string
  /** The bucket to edit; undefined for a new one. */
  readonly bucket?: BucketSummary | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}

const units = sizeUnits.map((unit) => ({ value: unit, label: unit }))

/** Creates or edits a bucket. */
export function BucketPanel({ projectRef, bucket, onClose, onDone }: BucketPanelProps) {
  const [start] = useState(() => (bucket === undefined ? newBucket : draftOf(bucket)))
  const [draft, setDraft] = useState(start)
  const [isTried, setIsTried] = useState(false)
  const { data: settings } = useQuery(storageSettingsQuery(projectRef))
  const create = useCreateBucket(projectRef)
  const update = useUpdateBucket(projectRef, bucket?.id ?? '')
  const isNew = bucket === undefined
  const { error, isPending, isSuccess } = isNew ? create : update
  const problems = findProblems(draft, settings?.fileSizeLimit)
  const shown = isTried ? problems : {}
  const isTaken = isStorageError(error, 'BucketAlreadyExists', 'ResourceAlreadyExists', 'Duplicate')
  const projectLimit = settings === undefined ? '…' : formatBytes(settings.fileSizeLimit)
  const change = (part: Partial<BucketDraft>) => setDraft((now) => ({ ...now, ...part }))
  const done = () => {
    toast.success(isNew ? formText.created : formText.saved)
    onDone()
  }
  const submit = () => {
    setIsTried(true)
    if (Object.keys(problems).length > 0 || isPending) return
    if (isNew) create.mutate({ name: draft.name.trim(), settings: settingsOf(draft) }, { onSuccess: done })
    else update.mutate(settingsOf(draft), { onSuccess: done })
  }
  return (
    <SidePanel
      title={isNew ? formText.newTitle : formText.editTitle(bucket.name)}
      isDirty={!isSuccess && draft !== start}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{formText.cancel}</Button>
          <Button variant="primary" isPending={isPending} onClick={submit}>
            {isNew ? formText.create : formText.save}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5 p-4">
        {isNew && (
          <Field label={formText.name} hint={formText.nameHint} error={isTaken ? formText.nameTaken : shown.name}>
            <Input
              value={draft.name}
              isMono
              autoComplete="off"
              spellCheck={false}
              placeholder={formText.namePlaceholder}
              onChange={(event) => change({ name: event.target.value })}
            />
          </Field>
        )}
        <div className="flex flex-col gap-1.5">
          <Switch isOn={draft.isPublic} onChange={(isPublic) => change({ isPublic })} label={formText.publicLabel} className="font-medium" />
          <p className="text-xs text-faint">{draft.isPublic ? formText.publicHint : formText.privateHint}</p>
        </div>
        <div className="flex items-start gap-2">
          <Field label={formText.limit} isOptional className="flex-1" hint={formText.limitHint(projectLimit)} error={shown.limit}>
            <Input value={draft.limit} inputMode="decimal" autoComplete="off" onChange={(event) => change({ limit: event.target.value })} />
          </Field>
          <Select
            label={formText.unit}
            className="mt-[1.625rem] w-24"
            value={draft.unit}
            options={units}
            onValueChange={(unit) => change({ unit })}
          />
        </div>
        <Field label={formText.types} isOptional hint={formText.typesHint} error={shown.types}>
          <Textarea
            rows={2}
            isMono
            value={draft.types}
            spellCheck={false}
            placeholder={formText.typesPlaceholder}
            onChange={(event) => change({ types: event.target.value })}
          />
        </Field>
        {error !== null && !isTaken && <ErrorNotice error={error} />}
      </div>
      {(bucket !== undefined || draft.name.trim() !== '') && (
        <Fold title={formText.migration}>
          <CopyableText text={migrationOf(draft)} language="plain" label={formText.migrationLabel} />
        </Fold>
      )}
    </SidePanel>
  )
}
