import type { TicketStatus } from '@colonnade/contracts/installation/support-tickets'
import { Button, Skeleton } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
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
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(ticketListQuery(whose, status))
  const tickets = data?.pages.flatMap((page) => page.items)
  if (!tickets) return error ? <ErrorNotice error={error} subject="Failed to load tickets" onRetry={() => void refetch()} /> : <Loading />
  if (tickets.length === 0) return empty
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Tickets" className="flex flex-col ruled rounded-lg border bg-surface">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <TicketItem ticket={ticket} canAnswer={canAnswer} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="self-center" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

function Loading() {
  return (
    <output aria-label="Loading tickets" className="flex flex-col ruled rounded-lg border bg-surface">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="flex flex-col gap-3 p-4">
          <Skeleton className="w-1/3" />
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-2/3" />
        </div>
      ))}
    </output>
  )
}
