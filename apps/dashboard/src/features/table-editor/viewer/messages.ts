export const realtimeText = {
  title: 'Realtime',
  on: 'Realtime on',
  off: 'Realtime off',
  text: 'Clients can follow changes to rows of this table, as far as its policies let them read.',
} as const

export const rlsText = {
  newPolicy: 'New policy',
  noPolicies: 'No policies yet. Only roles that bypass RLS can read or change rows.',
  unused: (policies: string) => `It has ${policies}. They take effect once RLS is on:`,
} as const
