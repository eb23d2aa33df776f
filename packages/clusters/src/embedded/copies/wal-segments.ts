/** Parses a WAL position as Postgres writes it ("0/2000028") into bytes since the cluster was created. */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** As `parseLsn` reads it. */
export function formatLsn(position: bigint): string {
  return [position >> 32n, position & 0xffff_ffffn].map((part) => part.toString(16).toUpperCase()).join('/')
}

/** More than any cluster ever writes: the WAL of one that takes another's place begins so much further on. */
export const lineBytes = 1n << 48n

/** Name of the file that holds that byte of WAL (PostgreSQL documentation, "WAL Internals"). */
export function segmentName(timeline: number, position: bigint, segmentBytes: number): string {
  const number = position / BigInt(segmentBytes)
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes)
  return [BigInt(timeline), number / perFile, number % perFile].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

/** Names of all files that hold WAL from a position on up to, not including, another, in order. */
export function segmentNames(timeline: number, start: bigint, stop: bigint, segmentBytes: number): string[] {
  const size = BigInt(segmentBytes)
  const names: string[] = []
  for (let position = start - (start % size); position < stop; position += size) names.push(segmentName(timeline, position, segmentBytes))
  return names
}
