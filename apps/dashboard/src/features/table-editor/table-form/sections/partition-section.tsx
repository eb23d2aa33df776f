import { Button, Checkbox, Field, IconButton, Input, Select, Textarea } from '@colonnade/ui'
import { Plus, Trash2 } from 'lucide-react'
import { ColumnsField } from '../fields/columns-field.tsx'
import { useTableForm } from '../form-context.ts'
import { strategyOf } from '../statements/changes.ts'
import { addPartition, changeIn, removeFrom } from '../model/edits.ts'
import { partsOfKey } from '../statements/partition-bounds.ts'
import type { PartitionDraft, PartitionStrategy } from '../model/table-draft.ts'
import { Fold } from '../../../../lib/panels/fold.tsx'

const strategies = [
  { value: 'none', label: 'Not at all' },
  { value: 'range', label: 'By range', hint: 'from … to …' },
  { value: 'list', label: 'By list', hint: 'these values' },
  { value: 'hash', label: 'By hash', hint: 'evenly' },
] as const

/** By what a new table is cut, or the partitions of one that is; nothing for other tables. */
export function PartitionSection() {
  const { draft, base, edit, errors } = useTableForm()
  const present = base?.definition.partition_by
  if (base !== null && (present === null || present === undefined)) return null
  const strategy: PartitionStrategy | null = base === null ? (draft.partitionBy?.strategy ?? null) : strategyOf(base.definition)
  const nameOf = (id: string) => draft.columns.find((column) => column.id === id)?.name ?? ''
  const parts = base === null ? (draft.partitionBy?.columns.map(nameOf) ?? []) : partsOfKey(typeof present === 'string' ? present : '')
  const count = (base?.partitions.length ?? 0) - draft.detached.length + draft.newPartitions.length
  const isNeeded = Object.keys(errors).some((path) => path.startsWith('partition'))
  return (
    <Fold title="Partitions" summary={strategy === null ? 'not partitioned' : `by ${strategy} · ${count}`} isNeeded={isNeeded}>
      {base === null ? (
        <div className="flex flex-col gap-3">
          <Field label="Rows are kept in partitions" className="w-52 max-w-full">
            <Select
              value={strategy ?? 'none'}
              options={strategies}
              onValueChange={(next) =>
                edit((now) => ({
                  ...now,
                  partitionBy: next === 'none' ? null : { strategy: next, columns: now.partitionBy?.columns ?? [] },
                  newPartitions: next === 'none' ? [] : now.newPartitions,
                }))
              }
            />
          </Field>
          {draft.partitionBy !== null && (
            <ColumnsField
              label="Partitioned by"
              value={draft.partitionBy.columns}
              error={errors['partition']}
              onChange={(columns) =>
                edit((now) => ({
                  ...now,
                  partitionBy: { ...now.partitionBy!, columns },
                  newPartitions: now.newPartitions.map((partition) => ({
                    ...partition,
                    from: columns.map((_, place) => partition.from[place] ?? ''),
                    to: columns.map((_, place) => partition.to[place] ?? ''),
                  })),
                }))
              }
            />
          )}
        </div>
      ) : (
        <>
          <p className="font-mono text-xs text-soft">{String(present)}</p>
          <Present />
        </>
      )}
      {strategy !== null && (
        <>
          {draft.newPartitions.map((partition) => (
            <PartitionEditor key={partition.id} partition={partition} strategy={strategy} parts={parts} />
          ))}
          <Button size="sm" className="self-start" onClick={() => edit((now) => addPartition(now, parts.length))}>
            <Plus aria-hidden />
            Add a partition
          </Button>
          {count === 0 && <p className="text-xs text-faint">Without a partition that it belongs to, a row can not be inserted.</p>}
        </>
      )}
    </Fold>
  )
}

function Present() {
  const { draft, base, edit } = useTableForm()
  const partitions = base?.partitions ?? []
  if (partitions.length === 0) return null
  return (
    <ul aria-label="Partitions" className="flex flex-col ruled rounded-md border">
      {partitions.map(({ id, name, bound }) => {
        const isDetached = draft.detached.includes(id)
        return (
          <li key={id} className="flex items-center gap-3 px-3 py-1.5">
            <span className={`min-w-0 flex-1 truncate font-mono text-xs ${isDetached ? 'line-through' : ''}`}>{name}</span>
            <span className="max-w-[45%] truncate font-mono text-2xs text-faint" title={bound}>
              {bound}
            </span>
            <Button
              size="sm"
              variant="ghost"
              aria-label={isDetached ? `Keep ${name}` : `Detach ${name}`}
              onClick={() => edit((now) => ({ ...now, detached: isDetached ? now.detached.filter((other) => other !== id) : [...now.detached, id] }))}
            >
              {isDetached ? 'Keep' : 'Detach'}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

interface PartitionEditorProps {
  readonly partition: PartitionDraft
  readonly strategy: PartitionStrategy
  /** What the key is made of: a bound has a value for each. */
  readonly parts: readonly string[]
}

function PartitionEditor({ partition, strategy, parts }: PartitionEditorProps) {
  const { edit, errors } = useTableForm()
  const change = (next: Partial<PartitionDraft>) => edit((now) => changeIn(now, 'newPartitions', partition.id, next))
  const error = errors[`partition:${partition.id}`]
  return (
    <fieldset
      aria-label={partition.name === '' ? 'New partition' : `Partition ${partition.name}`}
      className="flex flex-col gap-3 rounded-md border p-3"
    >
      <div className="flex items-start gap-2">
        <Field label="Name" className="flex-1" error={errors[`partition:${partition.id}:name`]}>
          <Input isMono value={partition.name} autoComplete="off" spellCheck={false} onChange={(event) => change({ name: event.target.value })} />
        </Field>
        <IconButton label="Remove the partition" className="mt-5" onClick={() => edit((now) => removeFrom(now, 'newPartitions', partition.id))}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      {strategy !== 'hash' && (
        <Checkbox
          label="Takes the rows that no other takes (default)"
          isChecked={partition.isDefault}
          onCheckedChange={(isDefault) => change({ isDefault })}
        />
      )}
      {strategy === 'range' &&
        !partition.isDefault &&
        parts.map((part, place) => (
          <div key={part} className="grid grid-cols-2 gap-3">
            <Field label={`${part} from`}>
              <Input
                isMono
                value={partition.from[place] ?? ''}
                placeholder="open"
                onChange={(event) => change({ from: parts.map((_, at) => (at === place ? event.target.value : (partition.from[at] ?? ''))) })}
              />
            </Field>
            <Field label={`${part} to, not included`}>
              <Input
                isMono
                value={partition.to[place] ?? ''}
                placeholder="open"
                onChange={(event) => change({ to: parts.map((_, at) => (at === place ? event.target.value : (partition.to[at] ?? ''))) })}
              />
            </Field>
          </div>
        ))}
      {strategy === 'list' && !partition.isDefault && (
        <Field label="Values, one a line" hint="NULL stands for no value">
          <Textarea isMono rows={3} value={partition.values} onChange={(event) => change({ values: event.target.value })} />
        </Field>
      )}
      {strategy === 'hash' && (
        <div className="grid grid-cols-2 gap-3">
          <Field label="Of how many (modulus)">
            <Input isMono inputMode="numeric" value={partition.modulus} onChange={(event) => change({ modulus: event.target.value })} />
          </Field>
          <Field label="Which (remainder)">
            <Input isMono inputMode="numeric" value={partition.remainder} onChange={(event) => change({ remainder: event.target.value })} />
          </Field>
        </div>
      )}
      {error !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
