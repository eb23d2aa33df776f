/** Which tickets the owner of the installation looks at. */
export const ticketFilterOptions = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
] as const

export type TicketFilter = (typeof ticketFilterOptions)[number]['value']
