import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'
import { controlClass } from './control-class.ts'

export interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
  /** A quiet word at the end of its line. */
  readonly hint?: ReactNode
  readonly isDisabled?: boolean
}

export interface SelectProps<Value extends string> {
  readonly value: Value
  readonly onValueChange: (value: Value) => void
  readonly options: readonly SelectOption<Value>[]
  /** Needed outside of a Field. */
  readonly label?: string
  readonly id?: string
  readonly disabled?: boolean
  readonly size?: 'sm' | 'md'
  readonly className?: string
}

/** One whose option is gone keeps its value, for whoever uses it to say so: nothing is chosen that nobody has chosen. */
export function Select<Value extends string>({ value, onValueChange, options, label, id, disabled, size = 'md', className }: SelectProps<Value>) {
  const isThere = options.some((option) => option.value === value)
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      disabled={disabled ?? false}
      // without a reason: what Base UI takes in the place of what is gone
      onValueChange={(next, { reason }) => next !== null && (isThere || reason !== 'none') && onValueChange(next)}
    >
      <BaseSelect.Trigger
        id={id}
        aria-label={label}
        className={cn(
          controlClass,
          'flex items-center justify-between gap-2 bg-raised select-none pointer-coarse:text-sm',
          size === 'sm' && 'h-7 text-xs',
          className,
        )}
      >
        <BaseSelect.Value className="truncate" />
        <BaseSelect.Icon>
          <ChevronsUpDown aria-hidden className="size-3.5 text-faint" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <BaseSelect.Popup className="pop max-h-[min(20rem,var(--available-height))] min-w-[var(--anchor-width)] overflow-y-auto p-1 outline-none">
            {options.map((option) => (
              <BaseSelect.Item
                key={option.value}
                value={option.value}
                disabled={option.isDisabled ?? false}
                className="flex min-h-7 items-center gap-2 rounded-sm pr-2 pl-1.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-selected data-highlighted:[&_.text-faint]:text-soft"
              >
                <span className="w-3.5">
                  <BaseSelect.ItemIndicator>
                    <Check aria-hidden className="size-3.5 text-accent" />
                  </BaseSelect.ItemIndicator>
                </span>
                <BaseSelect.ItemText className="flex-1 truncate">{option.label}</BaseSelect.ItemText>
                {option.hint !== undefined && <span className="text-xs text-faint">{option.hint}</span>}
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}
