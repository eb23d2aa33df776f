import type { TicketStatus } from '@colonnade/contracts/installation/support-tickets'
import { EmptyState, Select } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck, Ticket } from 'lucide-react'
import { countSoFar, pagesOf } from '../../lib/paged-list/pages.ts'
import { type TicketFilter, ticketFilterOptions } from './filters.ts'
import { queueText } from './messages.ts'
import { ticketListQuery } from './queries.ts'
import { TicketList } from './ticket-list.tsx'

const statuses: Readonly<Record<TicketFilter, TicketStatus | undefined>> = { open: 'open', closed: 'closed', all: undefined }

export interface TicketQueueProps {
  readonly filter: TicketFilter
  readonly onFilterChange: (filter: TicketFilter) => void
}

/** Everybody's tickets, for the owner of the installation, who answers them. */
export function TicketQueue({ filter, onFilterChange }: TicketQueueProps) {
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={queueText.filter}
        size="sm"
        className="w-32 self-end"
        value={filter}
        onValueChange={onFilterChange}
        options={ticketFilterOptions}
      />
      <TicketList
        whose="all"
        status={statuses[filter]}
        canAnswer
        empty={
          filter === 'open' ? (
            <EmptyState icon={<CircleCheck aria-hidden />} title={queueText.noneOpen}>
              {queueText.noneOpenBody}
            </EmptyState>
          ) : (
            <EmptyState icon={<Ticket aria-hidden />} title={filter === 'closed' ? queueText.noneClosed : queueText.none}>
              {queueText.emptyBody}
            </EmptyState>
          )
        }
      />
    </div>
  )
}

/** The tab, with how many tickets wait as far as they are loaded: "3", "20+". */
export function TicketsTab() {
  const count = countSoFar(pagesOf(useInfiniteQuery(ticketListQuery('all', 'open'))))
  return (
    <>
      {queueText.tab}
      {count !== '' && <span className="ml-1 text-xs text-faint tabular-nums">{count}</span>}
    </>
  )
}
