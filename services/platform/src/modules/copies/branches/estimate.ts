import type { BranchCopy } from '@colonnade/contracts/copies/branches'

/** Duration of a copy: a fixed part, and a part per byte. In milliseconds. */
interface Line {
  readonly fixed: number
  readonly perByte: number
}

/** Time to start a server on each copy, recover it and stop it. */
const serverMs = 250

/**
 * Returns the estimated seconds to copy that many bytes. Fits a line to earlier copies (least squares) if their sizes differ, and otherwise scales
 * their duration with the size.
 */
export function estimateSeconds(bytes: number, past: readonly Pick<BranchCopy, 'bytes' | 'ms'>[]): number {
  const { fixed, perByte } = lineOf(past)
  return (fixed + perByte * bytes) / 1_000
}

/** Returns the estimate from a measured rate in bytes per second. */
export function secondsAt(bytes: number, rate: number): number {
  return serverMs / 1_000 + bytes / rate
}

function lineOf(past: readonly Pick<BranchCopy, 'bytes' | 'ms'>[]): Line {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [sizes, times] = [past.map(({ bytes }) => bytes), past.map(({ ms }) => ms)]
  const [size, time] = [mean(sizes), mean(times)]
  const scaled: Line = { fixed: Math.min(serverMs, time), perByte: Math.max(0, time - serverMs) / Math.max(1, size) }
  if (Math.max(...sizes) < 2 * Math.min(...sizes)) return scaled
  const spread = mean(sizes.map((one) => (one - size) ** 2))
  const perByte = mean(past.map(({ bytes, ms }) => (bytes - size) * (ms - time))) / spread
  const fixed = time - perByte * size
  // one slow copy mustn't make the fixed part negative
  return perByte <= 0 || fixed < 0 ? scaled : { fixed, perByte }
}
