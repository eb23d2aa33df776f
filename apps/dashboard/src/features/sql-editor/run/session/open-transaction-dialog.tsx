import { Button, Dialog } from '@colonnade/ui'
import { useRef, useState } from 'react'
import { messageOf } from '../../../../lib/error-notice.tsx'
import { openTransactionText } from './messages.ts'

export interface TransactionAnswer {
  readonly label: string
  readonly isDanger?: boolean
  /** Stays open, with the message, when it rejects. */
  readonly act: () => Promise<void>
}

export interface OpenTransactionDialogProps {
  readonly isOpen: boolean
  readonly description: string
  readonly onStay: () => void
  readonly answers: readonly TransactionAnswer[]
  readonly onDone: () => void
}

/** Asks about an open transaction before its query is left or closed. The button that changes nothing has the focus. */
export function OpenTransactionDialog({ isOpen, description, onStay, answers, onDone }: OpenTransactionDialogProps) {
  const stay = useRef<HTMLButtonElement>(null)
  const [pending, setPending] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const choose = async ({ label, act }: TransactionAnswer) => {
    setPending(label)
    setFailure(null)
    try {
      await act()
      onDone()
    } catch (thrown) {
      setFailure(messageOf(thrown))
    }
    setPending(null)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onStay()}
      initialFocus={stay}
      title={openTransactionText.title}
      description={description}
      footer={
        <>
          <Button ref={stay} onClick={onStay}>
            {openTransactionText.stay}
          </Button>
          {answers.map((answer) => (
            <Button
              key={answer.label}
              variant={answer.isDanger ? 'danger' : 'secondary'}
              isPending={pending === answer.label}
              onClick={() => void choose(answer)}
            >
              {answer.label}
            </Button>
          ))}
        </>
      }
    >
      {failure !== null && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
    </Dialog>
  )
}
