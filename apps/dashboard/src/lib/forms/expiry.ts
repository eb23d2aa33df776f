/** When a key or token expires: after some days, at a chosen time, or never. */
export const expiries = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a date …' },
  { value: 'never', label: 'Never' },
] as const
export type Expiry = (typeof expiries)[number]['value']

const dayMs = 86_400_000

/** The end as ISO 8601; null for never, undefined while no date is chosen. `nowMs`: milliseconds since the Unix epoch. */
export function expiryTime(expiry: Expiry, date: string | null, nowMs: number): string | null | undefined {
  if (expiry === 'never') return null
  if (expiry === 'date') return date ?? undefined
  return new Date(nowMs + Number(expiry) * dayMs).toISOString()
}
