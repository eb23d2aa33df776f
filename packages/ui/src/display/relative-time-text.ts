const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** How far a server's clock may be ahead, in seconds, before a past event counts as future. */
const skewSeconds = 10

/** "3 minutes ago", "yesterday", "in 2 hours"; below a minute "just now" or "in a moment". */
export function relativeTimeText(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1_000)
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
  }
  return seconds > skewSeconds ? 'in a moment' : 'just now'
}
