import { type Ticket, ticketCategories } from '@colonnade/contracts/installation/support-tickets'
import { Badge, Button, RelativeTime } from '@colonnade/ui'
import { ChevronRight, CornerDownRight } from 'lucide-react'
import { useState } from 'react'
import { AnswerForm } from './answer-form.tsx'
import { ErrorText } from './error-text.tsx'
import { itemText } from './messages.ts'
import { useUpdateTicket } from './mutations.ts'

export interface TicketItemProps {
  readonly ticket: Ticket
  /** Shown to the owner of the installation, who answers. */
  readonly canAnswer?: boolean
}

const categoryNames: Readonly<Record<string, string>> = Object.fromEntries(ticketCategories.map(({ id, name }) => [id, name]))

/** A ticket with its answer, and what can be done with it. */
export function TicketItem({ ticket, canAnswer = false }: TicketItemProps) {
  const { id, number, status, category, severity, subject, message, error, pathname, project_name, project_ref, organization_slug, author, reply } =
    ticket
  const [isAnswering, setIsAnswering] = useState(false)
  const update = useUpdateTicket(id)
  const place = [organization_slug, project_name ?? project_ref].filter((part) => part !== null).join(' / ')
  const isOpen = status === 'open'
  return (
    <article aria-label={itemText.label(number)} className="flex flex-col gap-3 p-4">
      <header className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-faint tabular-nums">#{number}</span>
          <h3 className="min-w-0 font-medium wrap-anywhere">{subject}</h3>
          <Badge tone={isOpen ? 'accent' : 'neutral'}>{isOpen ? itemText.open : itemText.closed}</Badge>
          {(severity === 'High' || severity === 'Urgent') && <Badge tone={severity === 'Urgent' ? 'danger' : 'warning'}>{severity}</Badge>}
        </div>
        <p className="flex flex-wrap items-center gap-x-3 text-xs wrap-anywhere text-faint">
          {canAnswer && <span className="text-soft">{author.primary_email}</span>}
          <span>{categoryNames[category]}</span>
          {place !== '' && <span>{place}</span>}
          {pathname !== null && <span className="font-mono">{pathname}</span>}
          <RelativeTime value={ticket.inserted_at} />
        </p>
      </header>
      <p className="max-h-96 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{message}</p>
      {error !== null && (
        <details className="group overflow-hidden rounded-md border text-xs">
          <summary className="flex h-8 items-center gap-1.5 px-2 text-soft select-none hover:text-fg">
            <ChevronRight aria-hidden className="size-3.5 text-faint transition-transform group-open:rotate-90" />
            {itemText.error}
          </summary>
          <ErrorText className="border-t">{error}</ErrorText>
        </details>
      )}
      {reply !== null && !isAnswering && (
        <div className="flex gap-2 rounded-md border-l-2 border-accent bg-accent-tint px-3 py-2">
          <CornerDownRight aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
          <div className="min-w-0">
            <h4 className="text-xs font-medium text-accent">{itemText.reply}</h4>
            <p className="whitespace-pre-wrap wrap-anywhere">{reply}</p>
          </div>
        </div>
      )}
      {isAnswering ? (
        <AnswerForm ticket={ticket} onDone={() => setIsAnswering(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {canAnswer && (
            <Button size="sm" onClick={() => setIsAnswering(true)}>
              {reply === null ? itemText.reply : itemText.editReply}
            </Button>
          )}
          <Button
            size="sm"
            variant={canAnswer ? 'ghost' : 'secondary'}
            isPending={update.isPending}
            onClick={() => update.mutate({ status: isOpen ? 'closed' : 'open' })}
          >
            {isOpen ? itemText.close : itemText.reopen}
          </Button>
        </div>
      )}
    </article>
  )
}
