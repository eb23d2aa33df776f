import { Select } from '@colonnade/ui'
import type { Period } from './time-range.ts'

export interface PeriodSelectProps<Value extends string> {
  readonly periods: readonly Period<Value>[]
  /** Undefined for any time. */
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
}

const any = 'any'

/** Chooses how far back a log is shown. */
export function PeriodSelect<Value extends string>({ periods, value, onChange }: PeriodSelectProps<Value>) {
  return (
    <Select<Value | typeof any>
      label="When"
      className="w-40 max-md:flex-1"
      value={value ?? any}
      onValueChange={(next) => onChange(next === any ? undefined : next)}
      options={[{ value: any, label: 'Any time' }, ...periods]}
    />
  )
}
