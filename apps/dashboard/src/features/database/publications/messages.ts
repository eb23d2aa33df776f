export const followedText = {
  title: 'Tables that clients can follow',
  text: 'Realtime sends inserts, updates and deletes in these tables to clients that ask for row changes.',
  settings: 'Realtime settings',
  search: 'Search tables',
  none: 'This database has no tables that can be published.',
  noMatch: 'No table has that in its name.',
  cut: (most: number) => `Shows the first ${most} tables. Edit the publication to add others.`,
  badge: 'Realtime',
} as const
