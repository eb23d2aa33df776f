import { cn } from '@colonnade/ui'
import { useId, type ReactNode } from 'react'
import { CodePanel, type CodePanelProps } from './code-panel.tsx'

export interface CodeFieldProps extends Omit<CodePanelProps, 'describedBy' | 'isInvalid'> {
  /** What is wrong with the code; read out with it. */
  readonly error?: string | undefined
  readonly isOptional?: boolean
  /** What is shown as the label, where that differs from its name; null where a title says it already. */
  readonly shownLabel?: ReactNode
  readonly className?: string
  /** One quiet line that helps to write it. */
  readonly hint?: ReactNode
}

/** A code panel as the field of a form, with its label, error and hint as those of a `Field`. */
export function CodeField({ error, hint, isOptional = false, shownLabel, className, ...panel }: CodeFieldProps) {
  const notes = useId()
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      {shownLabel !== null && (
        <span aria-hidden className="text-sm font-medium text-fg">
          {shownLabel ?? panel.label}
          {isOptional && <span className="ml-1.5 font-normal text-faint">Optional</span>}
        </span>
      )}
      <CodePanel {...panel} describedBy={notes} isInvalid={error !== undefined} />
      <div id={notes} className="flex flex-col gap-1.5 text-xs wrap-anywhere empty:hidden">
        {error !== undefined && <p className="text-danger">{error}</p>}
        {hint !== undefined && <p className="text-faint">{hint}</p>}
      </div>
    </div>
  )
}
