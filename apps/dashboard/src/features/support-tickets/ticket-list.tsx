import type { TicketStatus } from '@colonnade/contracts/installation/support-tickets'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PagedList } from '../../lib/paged-list/paged-list.tsx'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { SkeletonCards } from '../../lib/paged-list/skeleton-cards.tsx'
import { listText } from './messages.ts'
import { ticketListQuery } from './queries.ts'
import { TicketItem } from './ticket-item.tsx'

export interface TicketListProps {
  readonly whose: 'mine' | 'all'
  readonly status?: TicketStatus | undefined
  readonly canAnswer?: boolean
  /** In place of a list without entries. */
  readonly empty: ReactNode
}

/** Tickets, a page at a time. */
export function TicketList({ whose, status, canAnswer = false, empty }: TicketListProps) {
  const pages = pagesOf(useInfiniteQuery(ticketListQuery(whose, status)))
  return (
    <div className="flex flex-col gap-3">
      <PagedList
        pages={pages}
        label={listText.list}
        subject={listText.failed}
        skeleton={<SkeletonCards lines={['w-1/3', 'h-3 w-full', 'h-3 w-2/3']} />}
        empty={empty}
      >
        {(tickets) => (
          <ul aria-label={listText.label} className="flex flex-col ruled rounded-lg border bg-surface">
            {tickets.map((ticket) => (
              <li key={ticket.id}>
                <TicketItem ticket={ticket} canAnswer={canAnswer} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}
