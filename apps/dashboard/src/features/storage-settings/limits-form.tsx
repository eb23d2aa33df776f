import { fileSizeLimitMost, type StorageConfig } from '@colonnade/contracts/storage/storage-settings'
import { Field, Input, Panel, PanelHeader, Select, Switch, toast } from '@colonnade/ui'
import { useState } from 'react'
import { SettingsForm } from '../../lib/settings/settings-form.tsx'
import { bytesOf, inLargestUnit, sizeUnits } from '../../lib/texts/file-sizes.ts'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { limitsText } from './messages.ts'
import { useChangeStorageSettings } from './queries.ts'

export interface LimitsFormProps {
  readonly projectRef: string
  readonly saved: StorageConfig
}

interface Draft {
  readonly amount: string
  readonly unit: (typeof sizeUnits)[number]
  readonly hasImages: boolean
  readonly hasS3: boolean
}

const draftOf = ({ fileSizeLimit, features }: StorageConfig): Draft => ({
  ...inLargestUnit(fileSizeLimit),
  hasImages: features.imageTransformation.enabled,
  hasS3: features.s3Protocol.enabled,
})

const units = sizeUnits.map((unit) => ({ value: unit, label: unit }))

/** Edits the upload limit and the features of storage. */
export function LimitsForm({ projectRef, saved }: LimitsFormProps) {
  const mayChange = useIsAllowed(projectRef)('project_storage:all')
  const change = useChangeStorageSettings(projectRef)
  const [typed, setTyped] = useState<Draft>()
  const known = draftOf(saved)
  const draft = typed ?? known
  const edit = (part: Partial<Draft>) => setTyped({ ...draft, ...part })
  const bytes = bytesOf(draft.amount, draft.unit)
  const problem = Number.isNaN(bytes) ? limitsText.limitWrong : bytes > fileSizeLimitMost ? limitsText.limitTooLarge : undefined
  const isDirty = JSON.stringify(draft) !== JSON.stringify(known)
  const save = () =>
    change.mutate(
      { fileSizeLimit: bytes, features: { imageTransformation: { enabled: draft.hasImages }, s3Protocol: { enabled: draft.hasS3 } } },
      {
        onSuccess: () => {
          setTyped(undefined)
          toast.success(limitsText.saved)
        },
      },
    )
  return (
    <Panel label={limitsText.title}>
      <PanelHeader title={limitsText.title} description={limitsText.description} />
      <SettingsForm
        settings={{
          isDirty,
          isValid: problem === undefined,
          isSaving: change.isPending,
          save,
          discard: () => setTyped(undefined),
          error: change.error,
        }}
        whyReadOnly={mayChange ? undefined : whoMay('project_storage:all', limitsText.subject)}
      >
        <div className="flex items-start gap-2">
          <Field label={limitsText.limit} className="flex-1" hint={limitsText.limitHint} error={problem}>
            <Input inputMode="decimal" autoComplete="off" value={draft.amount} onChange={(event) => edit({ amount: event.target.value })} />
          </Field>
          <Select
            label={limitsText.unit}
            className="mt-[1.625rem] w-24"
            value={draft.unit}
            options={units}
            disabled={!mayChange}
            onValueChange={(unit) => edit({ unit })}
          />
        </div>
        <SwitchLine
          label={limitsText.images}
          hint={limitsText.imagesHint}
          isOn={draft.hasImages}
          disabled={!mayChange}
          onChange={(hasImages) => edit({ hasImages })}
        />
        <SwitchLine label={limitsText.s3} hint={limitsText.s3Hint} isOn={draft.hasS3} disabled={!mayChange} onChange={(hasS3) => edit({ hasS3 })} />
      </SettingsForm>
    </Panel>
  )
}

interface SwitchLineProps {
  readonly label: string
  readonly hint: string
  readonly isOn: boolean
  readonly disabled: boolean
  readonly onChange: (isOn: boolean) => void
}

function SwitchLine({ hint, label, ...props }: SwitchLineProps) {
  return (
    <div className="flex flex-col gap-1">
      <Switch {...props} label={label} className="self-start font-medium" />
      <p className="text-xs text-faint">{hint}</p>
    </div>
  )
}
