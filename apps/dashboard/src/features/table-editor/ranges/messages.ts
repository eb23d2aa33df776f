export const changeRangeText = {
  unchanged: (done: string) => `Nothing to change: the cells already have the ${done} values`,
  nothing: (done: string, why: string) => `Nothing was ${done}: ${why}`,
  tooMany: (limit: string) => `You can change at most ${limit} cells at once. Import the rows instead.`,
  skipped: (shown: string, count: number) => `${shown} ${count === 1 ? 'cell' : 'cells'} skipped`,
  whySkipped: 'read-only, missing, or the value doesn’t fit',
  changed: (count: string, done: string, skipped: string, why: string) => `${count} ${done}. ${skipped}: ${why}`,
} as const

export const rowTicksText = {
  limit: (rows: string) => `You can select up to ${rows} rows. To change more, filter them and choose “Bulk edit”.`,
  failed: (error: string) => `Failed to select rows: ${error}`,
} as const

export const copyRangeText = {
  tooManyCut: (cut: string, limit: string) =>
    `${cut} of these values are truncated in the grid. You can copy at most ${limit} of them at once. Export the rows instead.`,
} as const

export const rangeActionsText = {
  pasted: 'Pasted',
  filled: 'Filled',
} as const
