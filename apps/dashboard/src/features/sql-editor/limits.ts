/** Rows per result set that can be asked for; the platform's own default is the second. */
export const rowLimits = [100, 1_000, 10_000] as const
export type RowLimit = (typeof rowLimits)[number]
export const defaultRowLimit: RowLimit = 1_000

/** Time limits in milliseconds; 0 is none. */
export const timeLimits = [
  { value: '15000', label: '15 s limit' },
  { value: '60000', label: '1 min limit' },
  { value: '600000', label: '10 min limit' },
  { value: '0', label: 'No time limit' },
] as const
export type TimeLimit = (typeof timeLimits)[number]['value']
export const defaultTimeLimit: TimeLimit = '60000'

/** Wait after the last key press before the text is kept. */
export const persistDelayMs = 300

/** How often the running time moves on. */
export const elapsedTickMs = 100
