import { Checkbox, Field, Input, Textarea } from '@colonnade/ui'
import { useTableForm } from '../form-context.ts'
import { changeIn } from '../model/edits.ts'
import type { PartitionDraft, PartitionStrategy } from '../model/table-draft.ts'
import { boundFieldsText } from './messages.ts'

export interface BoundFieldsProps {
  readonly partition: PartitionDraft
  readonly strategy: PartitionStrategy
  /** What the key is made of: a bound has a value for each. */
  readonly parts: readonly string[]
}

/** Which rows belong to a partition. */
export function BoundFields({ partition, strategy, parts }: BoundFieldsProps) {
  const { edit } = useTableForm()
  const change = (next: Partial<PartitionDraft>) => edit((now) => changeIn(now, 'newPartitions', partition.id, next))
  return (
    <>
      {strategy !== 'hash' && (
        <Checkbox label={boundFieldsText.isDefault} isChecked={partition.isDefault} onCheckedChange={(isDefault) => change({ isDefault })} />
      )}
      {strategy === 'range' &&
        !partition.isDefault &&
        parts.map((part, place) => (
          <div key={part} className="grid grid-cols-2 gap-3">
            <Field label={boundFieldsText.from(part)}>
              <Input
                isMono
                value={partition.from[place] ?? ''}
                placeholder={boundFieldsText.open}
                onChange={(event) => change({ from: parts.map((_, at) => (at === place ? event.target.value : (partition.from[at] ?? ''))) })}
              />
            </Field>
            <Field label={boundFieldsText.to(part)}>
              <Input
                isMono
                value={partition.to[place] ?? ''}
                placeholder={boundFieldsText.open}
                onChange={(event) => change({ to: parts.map((_, at) => (at === place ? event.target.value : (partition.to[at] ?? ''))) })}
              />
            </Field>
          </div>
        ))}
      {strategy === 'list' && !partition.isDefault && (
        <Field label={boundFieldsText.values} hint={boundFieldsText.valuesHint}>
          <Textarea isMono rows={3} value={partition.values} onChange={(event) => change({ values: event.target.value })} />
        </Field>
      )}
      {strategy === 'hash' && (
        <div className="grid grid-cols-2 gap-3">
          <Field label={boundFieldsText.modulus}>
            <Input isMono inputMode="numeric" value={partition.modulus} onChange={(event) => change({ modulus: event.target.value })} />
          </Field>
          <Field label={boundFieldsText.remainder}>
            <Input isMono inputMode="numeric" value={partition.remainder} onChange={(event) => change({ remainder: event.target.value })} />
          </Field>
        </div>
      )}
    </>
  )
}
