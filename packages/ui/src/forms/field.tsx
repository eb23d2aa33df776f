import { Field as BaseField } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

export interface FieldProps {
  readonly label: ReactNode
  /** What is wrong with the value; read out with the control. */
  readonly error?: string | undefined
  /** One quiet line that helps to fill it in. */
  readonly hint?: ReactNode
  /** Beside the label, at the end of its line. */
  readonly aside?: ReactNode
  readonly isOptional?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** A control with its label, hint and error, tied together for screen readers. */
export function Field({ label, error, hint, aside, isOptional = false, className, children }: FieldProps) {
  return (
    <BaseField.Root invalid={error !== undefined} className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-2">
        <BaseField.Label className="text-sm font-medium text-fg">
          {label}
          {isOptional && <span className="ml-1.5 font-normal text-faint">Optional</span>}
        </BaseField.Label>
        {aside}
      </div>
      {children}
      {error !== undefined && (
        <BaseField.Error match className="text-xs wrap-anywhere text-danger">
          {error}
        </BaseField.Error>
      )}
      {hint !== undefined && <BaseField.Description className="text-xs wrap-anywhere text-faint">{hint}</BaseField.Description>}
    </BaseField.Root>
  )
}
