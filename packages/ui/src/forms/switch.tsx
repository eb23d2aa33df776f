import { Switch as BaseSwitch } from '@base-ui/react/switch'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

export interface SwitchProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly label: ReactNode
  readonly disabled?: boolean
  readonly className?: string
}

export function Switch({ isOn, onChange, label, disabled = false, className }: SwitchProps) {
  return (
    <label className={cn('flex items-center gap-2 select-none', className)}>
      <BaseSwitch.Root
        checked={isOn}
        disabled={disabled}
        onCheckedChange={onChange}
        className="flex h-4 w-7 shrink-0 rounded-full border border-strong bg-field p-px transition-colors data-checked:border-accent-solid data-checked:bg-accent-solid data-disabled:opacity-50"
      >
        <BaseSwitch.Thumb className="size-3 rounded-full bg-soft transition-transform data-checked:translate-x-3 data-checked:bg-on-accent" />
      </BaseSwitch.Root>
      {label}
    </label>
  )
}
