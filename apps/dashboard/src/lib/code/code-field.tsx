import { useId, type ReactNode } from 'react'
import { CodePanel, type CodePanelProps } from './code-panel.tsx'

export interface CodeFieldProps extends Omit<CodePanelProps, 'describedBy' | 'isInvalid'> {
  /** What is wrong with the code; read out with it. */
  readonly error?: string | undefined
  /** One quiet line that helps to write it. */
  readonly hint?: ReactNode
}

/** A code panel as the field of a form, with its label, error and hint as those of a `Field`. */
export function CodeField({ error, hint, ...panel }: CodeFieldProps) {
  const notes = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden className="text-sm font-medium text-fg">
        {panel.label}
      </span>
      <CodePanel {...panel} describedBy={notes} isInvalid={error !== undefined} />
      <div id={notes} className="flex flex-col gap-1.5 text-xs wrap-anywhere empty:hidden">
        {error !== undefined && <p className="text-danger">{error}</p>}
        {hint !== undefined && <p className="text-faint">{hint}</p>}
      </div>
    </div>
  )
}
