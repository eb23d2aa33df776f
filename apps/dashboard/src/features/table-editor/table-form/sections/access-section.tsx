import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import { Checkbox, Field, Select, Switch } from '@colonnade/ui'
import { useTableForm } from '../form-context.ts'
import type { ReplicaIdentity } from '../model/table-draft.ts'
import { Fold } from '../../../../lib/panels/fold.tsx'
import { accessSectionText } from './messages.ts'

/** Who sees the rows: row level security, and realtime. */
export function AccessSection() {
  const { draft, edit, errors, surroundings } = useTableForm()
  const { realtime } = surroundings
  const isForAll = realtime !== null && (realtime.isForAll || realtime.schemas.includes(draft.schema))
  return (
    <section aria-label={accessSectionText.access} className="flex flex-col gap-3 border-t px-4 py-3">
      <Setting
        label={accessSectionText.rls}
        isOn={draft.isRlsEnabled}
        onChange={(isRlsEnabled) => edit((now) => ({ ...now, isRlsEnabled }))}
        error={errors['rls']}
        text={draft.isRlsEnabled ? accessSectionText.rlsOn : accessSectionText.rlsOff}
        isWarning={!draft.isRlsEnabled}
      />
      <Setting
        label={accessSectionText.realtime}
        isOn={draft.isPublished || isForAll}
        isDisabled={realtime === null || isForAll}
        onChange={(isPublished) => edit((now) => ({ ...now, isPublished }))}
        error={errors['realtime']}
        text={
          realtime === null
            ? accessSectionText.noPublication(realtimePublication)
            : isForAll
              ? accessSectionText.allTables(realtimePublication, realtime.isForAll ? null : draft.schema)
              : accessSectionText.realtimeHint
        }
      />
    </section>
  )
}

interface SettingProps {
  readonly label: string
  readonly text: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly isWarning?: boolean
  readonly error: string | undefined
  readonly onChange: (isOn: boolean) => void
}

function Setting({ label, text, isOn, isDisabled = false, isWarning = false, error, onChange }: SettingProps) {
  return (
    <div className="flex flex-col gap-0.5">
      <Switch label={<span className="text-sm font-medium">{label}</span>} isOn={isOn} disabled={isDisabled} onChange={onChange} />
      <p className={`pl-9 text-xs ${isWarning ? 'text-warning' : 'text-faint'}`}>{text}</p>
      {error !== undefined && (
        <p role="alert" className="pl-9 text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

const identities: readonly { readonly value: ReplicaIdentity; readonly label: string; readonly hint?: string }[] = [
  { value: 'DEFAULT', label: accessSectionText.primaryKey },
  { value: 'FULL', label: accessSectionText.fullRow, hint: accessSectionText.writesMore },
  { value: 'NOTHING', label: accessSectionText.nothing },
]

/** What is seldom set. */
export function AdvancedSection() {
  const { draft, base, edit, errors } = useTableForm()
  const index = base?.definition.replica_identity_index
  return (
    <Fold title={accessSectionText.advanced} isNeeded={'unlogged' in errors || 'replica' in errors}>
      <Checkbox
        label={accessSectionText.forced}
        isChecked={draft.isRlsForced}
        onCheckedChange={(isRlsForced) => edit((now) => ({ ...now, isRlsForced }))}
      />
      <div className="flex flex-col gap-1">
        <Checkbox
          label={accessSectionText.unlogged}
          isChecked={draft.isUnlogged}
          disabled={draft.partitionBy !== null || (base !== null && typeof base.definition.partition_by === 'string')}
          onCheckedChange={(isUnlogged) => edit((now) => ({ ...now, isUnlogged }))}
        />
        <p className="pl-6 text-xs text-faint">{accessSectionText.unloggedHint}</p>
        {errors['unlogged'] !== undefined && <p className="pl-6 text-xs text-danger">{errors['unlogged']}</p>}
      </div>
      <Field label={accessSectionText.replicaIdentity} error={errors['replica']} className="w-72 max-w-full">
        <Select
          value={draft.replicaIdentity}
          options={typeof index === 'string' ? [...identities, { value: 'INDEX', label: accessSectionText.byIndex(index) }] : identities}
          onValueChange={(replicaIdentity) => edit((now) => ({ ...now, replicaIdentity }))}
        />
      </Field>
    </Fold>
  )
}
