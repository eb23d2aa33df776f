import { buttonClass, EmptyState } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Plus, Ticket } from 'lucide-react'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { myTicketsText } from './messages.ts'
import { TicketList } from './ticket-list.tsx'

/** What one has asked, and what was answered. */
export function MyTicketsPage() {
  useTitle(myTicketsText.title)
  return (
    <Page
      width="narrow"
      title={myTicketsText.title}
      description={myTicketsText.description}
      actions={
        <Link to={paths.supportNew()} className={buttonClass({ variant: 'primary' })}>
          <Plus aria-hidden />
          {myTicketsText.newTicket}
        </Link>
      }
    >
      <TicketList
        whose="mine"
        empty={
          <EmptyState
            icon={<Ticket aria-hidden />}
            title={myTicketsText.emptyTitle}
            action={
              <Link to={paths.supportNew()} className={buttonClass()}>
                {myTicketsText.contactSupport}
              </Link>
            }
          >
            {myTicketsText.emptyBody}
          </EmptyState>
        }
      />
    </Page>
  )
}
