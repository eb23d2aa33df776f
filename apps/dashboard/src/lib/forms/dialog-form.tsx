import { Button, DialogClose } from '@colonnade/ui'
import type { FormEvent, ReactNode } from 'react'
import { ErrorNotice } from '../error-notice.tsx'

export interface DialogFormProps {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly submitLabel: string
  readonly isPending: boolean
  readonly isDanger?: boolean
  /** Whether there is nothing to send yet. */
  readonly isDisabled?: boolean
  /** What failed and belongs to no field. */
  readonly error?: unknown
  readonly children: ReactNode
}

/** The fields of a dialog, what went wrong with them all, and the two ways out. Apart from its dialog, so that what was typed is forgotten when that closes. */
export function DialogForm({ onSubmit, submitLabel, isPending, isDanger = false, isDisabled = false, error, children }: DialogFormProps) {
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event)
      }}
    >
      {children}
      {error !== undefined && error !== null && <ErrorNotice error={error} />}
      <div className="flex justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} disabled={isDisabled} isPending={isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
