import { Button } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'

export interface StepFormProps {
  readonly title: string
  readonly description: ReactNode
  readonly submitLabel: string
  readonly isDisabled: boolean
  readonly isPending: boolean
  /** What failed and belongs to no field. */
  readonly error: unknown
  readonly onSubmit: () => void
  readonly children: ReactNode
  /** Replaces the button when this step can't continue. */
  readonly instead?: ReactNode
  /** Other ways, below the button. */
  readonly footer: ReactNode
}

/** A step of signing in that asks for one thing. */
export function StepForm({ title, description, submitLabel, isDisabled, isPending, error, onSubmit, children, instead, footer }: StepFormProps) {
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div>
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
        <p className="mt-1 wrap-anywhere text-soft">{description}</p>
      </div>
      {children}
      {error !== null && error !== undefined && <ErrorNotice error={error} />}
      {instead ?? (
        <Button type="submit" variant="primary" size="lg" disabled={isDisabled} isPending={isPending}>
          {submitLabel}
        </Button>
      )}
      {footer}
    </form>
  )
}
