import type { AuditKind } from '@colonnade/contracts/organizations/audit-log'

export const auditText = {
  title: 'Audit log',
  description: (organization: string) => `Every change in ${organization}: who made it, when and from where. No one can edit this log.`,
  noAccess: {
    title: 'You don’t have access',
    text: (organization: string) => `Ask an owner of ${organization} for a role that can read the audit log.`,
  },
  export: 'Export',
  exportCsv: 'CSV',
  exportJson: 'JSON, one entry per line',
  empty: { title: 'No entries yet', text: 'Changes to the organization and its projects appear here.' },
  noMatch: { title: 'No matching entries', text: 'Change or clear the filters to see more.' },
  clear: 'Clear filters',
  list: 'the audit log',
  failed: 'Failed to load the audit log',
  failedOlder: 'Failed to load older entries',
  showOlder: 'Show older entries',
} as const

export const accountAuditText = {
  description: 'Your changes in all your organizations and to your account. If you don’t recognize one, change your password.',
  empty: { title: 'No entries yet', text: 'Your sign-ins and changes appear here.' },
} as const

export const filterText = {
  label: 'Audit log filters',
  kind: 'About',
  allKinds: 'Everything',
  person: 'Person',
  allPeople: 'Everyone',
  automatic: 'Automatic',
  formerMember: 'Former member',
  project: 'Project',
  allProjects: 'All projects',
} as const

export const entryText = {
  event: 'Event',
  email: 'Email',
  ref: 'Project ref',
  address: 'IP address',
  browser: 'Browser',
  request: 'Request ID',
  none: 'none',
  onlyProject: (name: string) => `Show only entries about ${name}`,
  onlyPerson: (email: string) => `Show only entries by ${email}`,
  onlyAutomatic: 'Show only automatic entries',
} as const

export const periodText = { day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days', quarter: 'Last 90 days' } as const

/** The kinds of events, as the filter names them. */
export const kindNames: Readonly<Record<AuditKind, string>> = {
  organization: 'Organization',
  member: 'Members',
  role: 'Roles',
  invitation: 'Invitations',
  project: 'Projects',
  branch: 'Branches',
  replica: 'Read replicas',
  backup: 'Backups and recovery',
  snippet: 'SQL snippets',
  document: 'Documents',
  app: 'OAuth apps',
  webhook: 'Webhooks',
  ticket: 'Support tickets',
  feedback: 'Feedback',
}
