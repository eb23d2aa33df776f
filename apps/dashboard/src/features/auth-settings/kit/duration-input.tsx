import { Field, Input, Select } from '@colonnade/ui'
import { useState, type Ref } from 'react'
import { type DurationUnit, fromUnit, inUnit, type KeptUnit, unitFor, unitsOf } from './durations.ts'
import { durations } from './messages.ts'

export interface DurationInputProps {
  /** Names the unit: "Unit of Access token expiry". */
  readonly label: string
  readonly kept: KeptUnit
  /** In the unit that it is kept in. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly ref: Ref<HTMLInputElement>
  readonly disabled: boolean
}

/** A duration in a unit that people choose, with the number that is kept beside it. For the inside of a `Field`. */
export function DurationInput({ label, kept, value, onChange, onBlur, ref, disabled }: DurationInputProps) {
  const [unit, setUnit] = useState<DurationUnit>(() => unitFor(kept, value))
  const [text, setText] = useState(() => inUnit(kept, unit, value))
  // a value that came from elsewhere, such as a reset
  const shown = fromUnit(kept, unit, text) === value ? text : inUnit(kept, unit, value)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Input
        ref={ref}
        inputMode="decimal"
        autoComplete="off"
        className="w-28"
        disabled={disabled}
        value={shown}
        onBlur={onBlur}
        onChange={({ target }) => {
          setText(target.value)
          onChange(fromUnit(kept, unit, target.value))
        }}
      />
      {/* a field of its own: its name is not that of the number */}
      <Field label={<span className="sr-only">{durations.unitOf(label)}</span>} className="gap-0">
        <Select<DurationUnit>
          className="w-28"
          disabled={disabled}
          value={unit}
          options={unitsOf(kept).map((each) => ({ value: each, label: each }))}
          onValueChange={(next) => {
            setUnit(next)
            setText(inUnit(kept, next, value))
          }}
        />
      </Field>
      {unit !== kept && (
        <span className="text-xs text-faint tabular-nums">
          {durations.is(Number.isNaN(Number(value)) ? value : Number(value).toLocaleString('en'), kept)}
        </span>
      )}
    </div>
  )
}
