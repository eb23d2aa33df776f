/** Spec §8. */
export const messages = {
  listFailed: 'Failed to retrieve notifications',
  archiveAllFailed: (reason: string) => `Failed to archive all notifications: ${reason}`,
  updateFailed: (reason: string) => `Failed to update notifications: ${reason}`,
  archivedAll: 'Successfully archived all notifications',
  inboxEmpty: 'All caught up',
  archiveEmpty: 'No archived notifications',
}
