export const generalText = {
  pageTitle: 'General settings',
  title: 'General',
  description: (name: string) => `Settings of ${name}.`,
  slug: 'Slug',
  slugHint: 'Identifies the organization in dashboard URLs and the platform API.',
  copySlug: 'Copy slug',
  name: 'Name',
  readOnly: 'Owners and administrators can rename it.',
  organizationName: 'Organization name',
} as const

export const createText = {
  title: 'New organization',
  description: 'An organization holds projects and the people who work on them.',
  name: 'Name',
  nameHint: 'A company, a team, or just you. You can change it later.',
  plan: 'Plan',
  cancel: 'Cancel',
  submit: 'Create organization',
} as const

export const listText = {
  newOrganization: 'New organization',
  title: 'Organizations',
  emptyTitle: 'Create your first organization',
  emptyBody: 'An organization holds projects and the people who work on them. Each has its own plan and members.',
  search: 'Search organizations',
  searchPlaceholder: 'Search by name or slug',
  order: 'Sort',
  noMatchTitle: 'No matching organizations',
  showAll: 'Show all organizations',
  noMatchBody: (value: string) => `None of your organizations match “${value}”.`,
} as const

export const tableText = {
  organizations: 'Organizations',
  name: 'Name',
  plan: 'Plan',
  yourRole: 'Your role',
  projects: 'Projects',
  created: 'Created',
} as const

const counted = (count: number, one: string, many = `${one}s`) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

export const removalText = {
  deleteOrganization: 'Delete organization',
  description: 'Members lose access to it. You can’t undo this.',
  projectsFirst: (count: number) => `It still has ${counted(count, 'project')}. Delete ${count === 1 ? 'it' : 'them'} first:`,
  failed: 'Failed to load the organization’s projects',
  projects: 'Projects to delete first',
  confirmTitle: (name: string) => `Delete ${name}?`,
  deletes: 'Deletes',
  deleted: 'What is deleted',
  lastBillCharged: (amount: string) => `${amount} for usage until now is billed and charged to the card on file.`,
  lastBill: (amount: string) => `${amount} for usage until now is billed.`,
  stays: (invoices: number, open: number) => {
    const unpaid = open === 0 ? '' : invoices === 1 ? ' (unpaid)' : ` (${open} unpaid)`
    const kept = invoices === 0 ? 'Its audit log stays' : `Its audit log and ${counted(invoices, 'invoice')}${unpaid} stay`
    return `${kept} with this installation. You can’t undo this.`
  },
} as const

/** What a deletion takes with it, in the lists of the dialog and of the projects to delete first. */
export const removedText = {
  backups: (count: number) => counted(count, 'backup'),
  branches: (count: number) => counted(count, 'branch', 'branches'),
  replicas: (count: number) => counted(count, 'read replica'),
  access: (others: number) => (others === 0 ? 'your access (no one else has any)' : `access for you and ${counted(others, 'other member')}`),
  invitations: (count: number) => counted(count, 'open invitation'),
  roles: (count: number) => counted(count, 'custom role'),
  tokens: (count: number) => counted(count, 'access token'),
  apps: (count: number) => `${counted(count, 'OAuth app')}, with all their authorizations`,
  webhooks: (count: number) => counted(count, 'webhook'),
  documents: (count: number) => counted(count, 'accepted document'),
} as const

export const orderText = {
  name: 'By name',
  projects: 'By projects',
  newest: 'By newest',
} as const

export const transferText = {
  offerFailed: 'Failed to load the transfer offer',
  /** What the current owner does after the transfer: options, and ends of sentences. */
  stayOwner: 'stay an owner',
  leave: 'leave the organization',
  stayAs: (roleName: string) => `stay as ${roleName}`,
  transferOrganization: 'Transfer organization',
  noOthers: 'All members are owners already. Invite the new owner first.',
  description: (days: number) => `Makes another member the owner of all projects and bills, once they accept within ${days} days.`,
  membersFailed: 'Failed to load the members',
  offerTitle: (name: string) => `Transfer ${name}?`,
  offerBody: 'We notify the new owner by email and in the dashboard. Nothing changes until they accept, and you can withdraw the offer until then.',
  offer: 'Send offer',
  offered: (username: string) => `Offer sent to ${username}`,
  newOwner: 'New owner',
  afterwards: 'After the transfer, I',
  receivedTitle: (username: string) => `${username} wants to make you the owner`,
  sentTitle: (username: string) => `Offered to ${username}`,
  receivedBody: (name: string, username: string, after: string, until: string) =>
    `You would own ${name} with its projects and bills, and ${username} would ${after}. Accept by ${until}.`,
  sentBody: (from: string, to: string, until: string, after: string) =>
    `${from} offered it to ${to}, who can accept until ${until}. ${from} would then ${after}.`,
  decline: 'Decline',
  declined: 'Offer declined',
  accept: 'Accept',
  withdrawn: 'Offer withdrawn',
  withdraw: 'Withdraw offer',
  acceptTitle: (name: string) => `Accept ownership of ${name}?`,
  acceptBody: 'You become its owner, and are responsible for its projects and bills.',
  acceptConfirm: 'Accept ownership',
  accepted: (name: string) => `You now own ${name}`,
} as const
