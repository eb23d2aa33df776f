import { Button, Field, Select } from '@colonnade/ui'
import { Link2, Plus } from 'lucide-react'
import { ColumnsField } from '../fields/columns-field.tsx'
import { useTableForm } from '../form-context.ts'
import { strategyOf } from '../statements/changes.ts'
import { addPartition } from '../model/edits.ts'
import { partsOfKey } from '../statements/partition-bounds.ts'
import type { PartitionStrategy } from '../model/table-draft.ts'
import { Fold } from '../../../../lib/panels/fold.tsx'
import { partitionSectionText } from './messages.ts'
import { PartitionEditor } from './partition-editor.tsx'

const strategies = [
  { value: 'none', label: partitionSectionText.none },
  { value: 'range', label: partitionSectionText.range, hint: partitionSectionText.rangeHint },
  { value: 'list', label: partitionSectionText.list, hint: partitionSectionText.listHint },
  { value: 'hash', label: partitionSectionText.hash, hint: partitionSectionText.hashHint },
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
    <Fold
      title={partitionSectionText.partitions}
      summary={strategy === null ? partitionSectionText.notPartitioned : partitionSectionText.by(strategy, count)}
      isNeeded={isNeeded}
    >
      {base === null ? (
        <div className="flex flex-col gap-3">
          <Field label={partitionSectionText.strategy} className="w-52 max-w-full">
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
              label={partitionSectionText.partitionedBy}
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
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => edit((now) => addPartition(now, parts.length))}>
              <Plus aria-hidden />
              {partitionSectionText.addPartition}
            </Button>
            {base !== null && (
              <Button size="sm" onClick={() => edit((now) => addPartition(now, parts.length, true))}>
                <Link2 aria-hidden />
                {partitionSectionText.attachTable}
              </Button>
            )}
          </div>
          {count === 0 && <p className="text-xs text-faint">{partitionSectionText.noneHint}</p>}
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
    <ul aria-label={partitionSectionText.partitions} className="flex flex-col ruled rounded-md border">
      {partitions.map(({ id, name, bound }) => {
        const isDetached = draft.detached.includes(id)
        return (
          <li key={id} className="flex items-center gap-3 px-3 py-1.5">
            {/* the bounds identify partitions: on a phone they have their own line */}
            <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
              <span className={`max-w-full truncate font-mono text-xs ${isDetached ? 'line-through' : ''}`}>{name}</span>
              <span className="font-mono text-2xs break-words text-faint">{bound}</span>
            </span>
            <Button
              size="sm"
              variant="ghost"
              aria-label={isDetached ? partitionSectionText.keep(name) : partitionSectionText.detach(name)}
              onClick={() => edit((now) => ({ ...now, detached: isDetached ? now.detached.filter((other) => other !== id) : [...now.detached, id] }))}
            >
              {isDetached ? partitionSectionText.keepAction : partitionSectionText.detachAction}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
