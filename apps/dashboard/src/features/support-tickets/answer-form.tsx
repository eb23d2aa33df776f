import { messageMaxLength } from '@colonnade/contracts/installation/feedback'
import type { Ticket, TicketStatus } from '@colonnade/contracts/installation/support-tickets'
import { Button, Field } from '@colonnade/ui'
import { useState } from 'react'
import { formatNumber } from '../../lib/bytes.ts'
import { CharacterCount } from '../../lib/texts/character-count.tsx'
import { LongTextarea } from '../../lib/texts/long-textarea.tsx'
import { replyText } from './messages.ts'
import { useUpdateTicket } from './mutations.ts'

export interface AnswerFormProps {
  readonly ticket: Ticket
  readonly onDone: () => void
}

/** What the owner of the installation says to a ticket. */
export function AnswerForm({ ticket, onDone }: AnswerFormProps) {
  const [text, setText] = useState(ticket.reply ?? '')
  const [isTouched, setIsTouched] = useState(false)
  const update = useUpdateTicket(ticket.id)
  const problem = answerProblem(text)

  const send = (change: { readonly status?: TicketStatus }) => {
    setIsTouched(true)
    if (problem === undefined) update.mutate({ ...change, reply: text.trim() }, { onSuccess: onDone })
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send({})
      }}
    >
      <Field
        label={replyText.label(ticket.number)}
        error={isTouched ? problem : undefined}
        aside={<CharacterCount length={text.length} maxLength={messageMaxLength} />}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for just now */}
        <LongTextarea autoFocus rows={4} value={text} maxLength={messageMaxLength} onValueChange={setText} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" isPending={update.isPending}>
          {replyText.send}
        </Button>
        {ticket.status === 'open' && (
          <Button size="sm" disabled={update.isPending} onClick={() => send({ status: 'closed' })}>
            {replyText.sendClose}
          </Button>
        )}
        <Button size="sm" variant="ghost" disabled={update.isPending} onClick={onDone}>
          {replyText.cancel}
        </Button>
      </div>
    </form>
  )
}

function answerProblem(text: string): string | undefined {
  if (text.trim() === '') return replyText.missing
  return text.length > messageMaxLength ? replyText.tooLong(formatNumber(messageMaxLength)) : undefined
}
