import type { TicketStatus } from '@colonnade/contracts/installation/support-tickets'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { byOffset } from '../../lib/paged-list/pages.ts'
import { api } from '../../scope/client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { ticketsPageSize } from './limits.ts'

/** Reads tickets, newest first: the person's own, or all of them for the owner of the installation. */
export const ticketListQuery = (whose: 'mine' | 'all', status?: TicketStatus) =>
  infiniteQueryOptions({
    queryKey: keyOf('/platform/support-tickets', undefined, { whose, status }),
    queryFn: ({ signal, pageParam }) =>
      api.supportTickets.list({ query: { whose, ...(status && { status: [status] }), offset: pageParam, limit: ticketsPageSize }, signal }),
    ...byOffset,
  })
