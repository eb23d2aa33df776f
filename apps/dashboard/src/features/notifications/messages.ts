/** Spec §8. */
export const messages = {
  listFailed: 'Failed to retrieve notifications',
  archiveAllFailed: (reason: string) => `Failed to archive all notifications: ${reason}`,
  updateFailed: (reason: string) => `Failed to update notifications: ${reason}`,
  archivedAll: 'Successfully archived all notifications',
  inboxEmpty: 'All caught up',
  archiveEmpty: 'No archived notifications',
}

export const filterText = {
  filter: 'Filter',
  set: (count: number) => `Filter, ${count} set`,
  status: 'Status',
  unreadOnly: 'Unread only',
  priority: 'Priority',
  organization: 'Organization',
  project: 'Project',
  clear: 'Clear filters',
} as const

export const bellText = {
  notifications: 'Notifications',
  unread: (unread: number) => `Notifications, ${unread} unread`,
  loading: 'Loading notifications',
} as const

export const itemText = {
  unread: 'Unread',
  markSeen: 'Mark as seen',
  moveToInbox: 'Move to inbox',
  archive: 'Archive',
} as const

export const panelText = {
  title: 'Notifications',
  archiveAll: 'Archive all',
  inbox: 'Inbox',
  archived: 'Archived',
  archive: 'Archive',
  noMatch: 'No matching notifications',
  clearFilters: 'Clear filters',
} as const
