import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { Field } from '../forms/field.tsx'
import { Input } from '../forms/input.tsx'
import { Dialog, DialogClose } from './dialog.tsx'

export interface ConfirmDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly title: string
  readonly description: ReactNode
  readonly confirmLabel: string
  /** Must be typed to enable the button, for actions that cannot be undone. */
  readonly typedName?: string
  readonly isDanger?: boolean
  readonly isConfirmDisabled?: boolean
  /** Closes when it resolves; stays open, with the message, when it rejects. */
  readonly onConfirm: () => Promise<void>
  /** Whether the caller shows an error where it belongs: it is not told below then. */
  readonly isShownElsewhere?: (error: unknown) => boolean
  readonly children?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog isOpen={props.isOpen} onOpenChange={props.onOpenChange} title={props.title} description={props.description}>
      <ConfirmForm {...props} />
    </Dialog>
  )
}

/** Apart from the dialog, so that what was typed is forgotten when it closes. */
function ConfirmForm({
  onOpenChange,
  confirmLabel,
  typedName,
  isDanger = false,
  isConfirmDisabled = false,
  onConfirm,
  isShownElsewhere,
  children,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState('')
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  // the button that was pressed may be disabled by what the caller shows: the focus is where the mistake is, which is read out with it
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  const confirm = async () => {
    setIsPending(true)
    setError(undefined)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (thrown) {
      if (isShownElsewhere?.(thrown) === true) setRefusals((count) => count + 1)
      else setError(thrown instanceof Error ? thrown.message : String(thrown))
    }
    setIsPending(false)
  }
  return (
    <form
      ref={form}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      {children}
      {typedName !== undefined && (
        <Field
          label={
            <>
              Type <span className="font-mono text-xs font-semibold break-all whitespace-pre-wrap">{typedName}</span> to confirm
            </>
          }
        >
          <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" spellCheck={false} />
        </Field>
      )}
      {error !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      <div className="flex justify-end gap-2 pt-1">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button
          type="submit"
          variant={isDanger ? 'danger' : 'primary'}
          isPending={isPending}
          disabled={isConfirmDisabled || (typedName !== undefined && typed.trim() !== typedName.trim())}
        >
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}
