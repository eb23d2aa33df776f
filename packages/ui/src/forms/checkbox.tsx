import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

export interface CheckboxProps {
  readonly isChecked: boolean
  readonly onCheckedChange: (isChecked: boolean) => void
  /** Shown beside it; use `ariaLabel` where there is no room. */
  readonly label?: ReactNode
  readonly ariaLabel?: string
  readonly isIndeterminate?: boolean
  readonly disabled?: boolean
  readonly className?: string
}

export function Checkbox({ isChecked, onCheckedChange, label, ariaLabel, isIndeterminate = false, disabled = false, className }: CheckboxProps) {
  const box = (
    <BaseCheckbox.Root
      checked={isChecked}
      indeterminate={isIndeterminate}
      disabled={disabled}
      aria-label={ariaLabel}
      onCheckedChange={onCheckedChange}
      className="flex size-4 shrink-0 items-center justify-center rounded-sm border border-strong bg-field transition-colors data-checked:border-accent-solid data-checked:bg-accent-solid data-disabled:opacity-50 data-indeterminate:border-accent-solid data-indeterminate:bg-accent-solid"
    >
      <BaseCheckbox.Indicator className="text-on-accent">
        {isIndeterminate ? <Minus aria-hidden className="size-3" /> : <Check aria-hidden className="size-3" strokeWidth={3} />}
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  )
  if (label === undefined) return box
  return (
    <label className={cn('flex items-center gap-2 select-none', className)}>
      {box}
      {label}
    </label>
  )
}
