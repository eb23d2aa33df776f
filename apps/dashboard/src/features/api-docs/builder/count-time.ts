/** Returns how long the data API counted, as the Server-Timing header of a reply says; null for a reply without a count of its own. */
export function countMsOf(serverTiming: string): number | null {
  const [, ms] = /(?:^|,)\s*count;dur=(\d+(?:\.\d+)?)/.exec(serverTiming) ?? []
  return ms === undefined ? null : Number(ms)
}
