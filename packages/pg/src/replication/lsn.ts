/** A position in the write-ahead log. */
export type Lsn = bigint

/** As Postgres prints it: "0/16B3748". */
export function lsnText(lsn: Lsn): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase()
}

/** @throws SyntaxError when the text is none */
export function parseLsn(text: string): Lsn {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Postgres counts microseconds from the beginning of 2000. */
const epochMs = Date.UTC(2000, 0, 1)

export function timeOf(microseconds: bigint): Date {
  return new Date(epochMs + Number(microseconds / 1_000n))
}

export function microsecondsOf(timeMs: number): bigint {
  return BigInt(Math.trunc(timeMs) - epochMs) * 1_000n
}
