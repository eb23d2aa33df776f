import type { BranchCopy } from '@colonnade/contracts/copies/branches'

/** A copy takes so long whatever its size, and so much longer a byte. In milliseconds. */
interface Line {
  readonly fixed: number
  readonly perByte: number
}

/** A server is started on each copy, to bring it to its end, and stopped. */
const serverMs = 250

/**
 * Seconds that a copy of so many bytes is going to take, from what others took: the line nearest to them (least squares) where they differ in
 * size, else as much longer as it is larger than they are.
 */
export function estimateSeconds(bytes: number, past: readonly Pick<BranchCopy, 'bytes' | 'ms'>[]): number {
  const { fixed, perByte } = lineOf(past)
  return (fixed + perByte * bytes) / 1_000
}

/** The same, from a rate that was measured, in bytes a second. */
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
  // a machine that was busy once makes no copy that takes no time
  return perByte <= 0 || fixed < 0 ? scaled : { fixed, perByte }
}
