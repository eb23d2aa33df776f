import { buttonClass, EmptyState } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Plus, Ticket } from 'lucide-react'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { TicketList } from './ticket-list.tsx'

/** What one has asked, and what was answered. */
export function MyTicketsPage() {
  useTitle('My tickets')
  return (
    <Page
      width="narrow"
      title="My tickets"
      description="What you have asked, and the answers."
      actions={
        <Link to={paths.supportNew()} className={buttonClass({ variant: 'primary' })}>
          <Plus aria-hidden />
          New ticket
        </Link>
      }
    >
      <TicketList
        whose="mine"
        empty={
          <EmptyState
            icon={<Ticket aria-hidden />}
            title="You have asked nothing yet"
            action={
              <Link to={paths.supportNew()} className={buttonClass()}>
                Contact support
              </Link>
            }
          >
            When something does not work, or you would like to know something, the owner of this installation answers here.
          </EmptyState>
        }
      />
    </Page>
  )
}
