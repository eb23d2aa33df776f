/** Formats a duration: "840 µs", "12 ms" or "1.50 s"; a dash for none. */
export function durationText(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '–'
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(2)} s`
  if (ms === 0) return '0 ms'
  return ms >= 1 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${Math.round(ms * 1_000)} µs`
}
