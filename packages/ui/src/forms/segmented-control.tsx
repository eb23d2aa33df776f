import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { cn } from '../class-names.ts'

export interface SegmentedControlProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onValueChange: (value: Value) => void
  readonly options: readonly { readonly value: Value; readonly label: string; readonly isDisabled?: boolean }[]
  readonly disabled?: boolean
  readonly className?: string
}

/** One of two to four short choices, all in sight; arrow keys go from one to the next. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, onValueChange, options, disabled = false, className } = props
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      disabled={disabled}
      onValueChange={(next: Value) => onValueChange(next)}
      className={cn('inline-flex h-8 shrink-0 items-center rounded-md border border-strong bg-field p-0.5', disabled && 'opacity-50', className)}
    >
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          disabled={option.isDisabled ?? false}
          className="flex h-full items-center rounded-sm px-2.5 text-xs text-soft transition-colors select-none not-data-disabled:hover:text-fg data-checked:bg-selected data-checked:text-fg"
        >
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
