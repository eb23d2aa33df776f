export const realtimeText = {
  title: 'Realtime',
  on: 'Realtime on',
  off: 'Realtime off',
  text: 'Clients can follow changes to rows of this table, as far as its policies let them read.',
} as const
