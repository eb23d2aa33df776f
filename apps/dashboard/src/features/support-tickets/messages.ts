export const replyText = {
  label: (number: number) => `Reply to #${number}`,
  send: 'Send reply',
  sendClose: 'Send and close',
  cancel: 'Cancel',
  missing: 'Enter a reply',
  tooLong: (most: string) => `Use at most ${most} characters`,
} as const

export const errorCopy = {
  label: 'Error message',
} as const

export const filterText = {
  open: 'Open',
  closed: 'Closed',
  all: 'All',
} as const

export const myTicketsText = {
  title: 'My tickets',
  description: 'Your support tickets and their replies.',
  newTicket: 'New ticket',
  emptyTitle: 'No tickets yet',
  contactSupport: 'Contact support',
  emptyBody: 'If something doesn’t work or you have a question, contact support. The owner of this installation replies here.',
} as const

export const itemText = {
  label: (number: number) => `Ticket #${number}`,
  open: 'Open',
  closed: 'Closed',
  error: 'Attached error',
  reply: 'Reply',
  editReply: 'Edit reply',
  close: 'Close',
  reopen: 'Reopen',
} as const

export const listText = {
  list: 'tickets',
  failed: 'Failed to load tickets',
  label: 'Tickets',
} as const

export const queueText = {
  filter: 'Show tickets',
  noneOpen: 'No open tickets',
  noneOpenBody: 'New tickets appear here.',
  noneClosed: 'No closed tickets',
  none: 'No tickets yet',
  emptyBody: 'Tickets that people send with Contact support appear here.',
  tab: 'Tickets ',
} as const
