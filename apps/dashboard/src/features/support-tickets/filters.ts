import { filterText } from './messages.ts'
/** Which tickets the owner of the installation looks at. */
export const ticketFilterOptions = [
  { value: 'open', label: filterText.open },
  { value: 'closed', label: filterText.closed },
  { value: 'all', label: filterText.all },
] as const

export type TicketFilter = (typeof ticketFilterOptions)[number]['value']
