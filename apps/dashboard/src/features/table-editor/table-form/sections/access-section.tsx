import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import { Checkbox, Field, Select, Switch } from '@colonnade/ui'
import { useTableForm } from '../form-context.ts'
import type { ReplicaIdentity } from '../model/table-draft.ts'
import { Fold } from '../../../../lib/panels/fold.tsx'

/** Who sees the rows: row level security, and realtime. */
export function AccessSection() {
  const { draft, edit, errors, surroundings } = useTableForm()
  const { realtime } = surroundings
  const isForAll = realtime !== null && (realtime.isForAll || realtime.schemas.includes(draft.schema))
  return (
    <section aria-label="Access" className="flex flex-col gap-3 border-t px-4 py-3">
      <Setting
        label="Row level security"
        isOn={draft.isRlsEnabled}
        onChange={(isRlsEnabled) => edit((now) => ({ ...now, isRlsEnabled }))}
        error={errors['rls']}
        text={
          draft.isRlsEnabled
            ? 'Through the API only rows that a policy lets pass are seen or changed: none while there is no policy.'
            : 'Whoever has the API key of this project, and the rights of its role, reads and changes every row.'
        }
        isWarning={!draft.isRlsEnabled}
      />
      <Setting
        label="Realtime"
        isOn={draft.isPublished || isForAll}
        isDisabled={realtime === null || isForAll}
        onChange={(isPublished) => edit((now) => ({ ...now, isPublished }))}
        error={errors['realtime']}
        text={
          realtime === null
            ? `This database has no publication ${realtimePublication}, which realtime listens to.`
            : isForAll
              ? `The publication ${realtimePublication} holds all tables${realtime.isForAll ? '' : ` of ${draft.schema}`}.`
              : 'Changes of rows are sent to clients that listen.'
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
  { value: 'DEFAULT', label: 'the primary key' },
  { value: 'FULL', label: 'the whole old row', hint: 'writes more' },
  { value: 'NOTHING', label: 'nothing' },
]

/** What is seldom set. */
export function AdvancedSection() {
  const { draft, base, edit, errors } = useTableForm()
  const index = base?.definition.replica_identity_index
  return (
    <Fold title="Advanced" isNeeded={'unlogged' in errors || 'replica' in errors}>
      <Checkbox
        label="Policies hold for the table's owner, too"
        isChecked={draft.isRlsForced}
        onCheckedChange={(isRlsForced) => edit((now) => ({ ...now, isRlsForced }))}
      />
      <div className="flex flex-col gap-1">
        <Checkbox
          label="Unlogged"
          isChecked={draft.isUnlogged}
          disabled={draft.partitionBy !== null || (base !== null && typeof base.definition.partition_by === 'string')}
          onCheckedChange={(isUnlogged) => edit((now) => ({ ...now, isUnlogged }))}
        />
        <p className="pl-6 text-xs text-faint">Faster to write, and empty after a crash. Never for what matters.</p>
        {errors['unlogged'] !== undefined && <p className="pl-6 text-xs text-danger">{errors['unlogged']}</p>}
      </div>
      <Field label="Changed and deleted rows are told to replicas by" error={errors['replica']} className="w-72 max-w-full">
        <Select
          value={draft.replicaIdentity}
          options={typeof index === 'string' ? [...identities, { value: 'INDEX', label: `the index ${index}` }] : identities}
          onValueChange={(replicaIdentity) => edit((now) => ({ ...now, replicaIdentity }))}
        />
      </Field>
    </Fold>
  )
}
