export const errorText = {
  label: 'Attached error',
  remove: 'Remove',
} as const

export const placeText = {
  noProject: 'No specific project',
  noOrganization: 'No specific organization',
  organization: 'Organization',
  searchOrganizations: 'Search organizations',
  noOrganizationMatches: 'No matching organizations',
  project: 'Project',
  unknownBefore: 'You don’t have access to project ',
  unknownAfter: '. Choose another one, or send the ticket without a project.',
  searchProjects: 'Search projects',
  noProjectMatches: 'No matching projects',
} as const

export const formText = {
  label: 'Contact support',
  category: 'Category',
  severity: 'Severity',
  subject: 'Subject',
  message: 'Message',
  messageHint: 'What did you do, what did you expect, and what happened instead?',
  page: 'Includes the page you came from: ',
  note: 'The owner of this installation reads your ticket. You’re notified when they reply.',
  send: 'Send ticket',
} as const

export const pageText = {
  title: 'Contact support',
  description: 'Describe the problem or ask a question.',
  myTickets: 'My tickets',
  sent: (number: number) => `Ticket #${number} sent`,
  sentBody: 'The owner of this installation reads it. You’re notified when they reply, and find the reply under My tickets.',
  writeAnother: 'New ticket',
} as const

export const queryText = {
  cut: '\n… (truncated)',
} as const
