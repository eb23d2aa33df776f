import type { FollowWarning } from './followable-tables.ts'

export const followText = {
  warnings: {
    open: { short: 'RLS off', long: 'Row-level security is off: anyone with your anon key hears of every change, with all values of the row.' },
    hidden: { short: 'No SELECT policy', long: 'Row-level security is on and no policy allows SELECT: only service_role hears of changes.' },
    'no-key': {
      short: 'No primary key',
      long: 'Without a primary key, clients get an error in place of the row, and Postgres refuses updates and deletes unless the table has another replica identity.',
    },
  } satisfies Record<FollowWarning, { readonly short: string; readonly long: string }>,
  isWhole: 'Published with its schema, its partitioned table or all tables. Change that in the publication.',
  label: (table: string) => `Realtime for ${table}`,
  confirmTitle: (table: string) => `Enable Realtime for ${table}?`,
  confirm: 'Enable Realtime',
  enabled: (table: string) => `Realtime enabled for ${table}`,
  disabled: (table: string) => `Realtime disabled for ${table}`,
} as const
