/** Postgres's units of time (PostgreSQL documentation, 19.1.1), in milliseconds. */
const units: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** Converts a time setting such as "30s" or "1.5 min"; in milliseconds without a unit. Returns 0 for invalid text. */
export function millisecondsOf(text: string): number {
  const [, number = '0', unit = 'ms'] = /^\s*(\d+(?:\.\d+)?)\s*(us|ms|s|min|h|d)?\s*$/.exec(text) ?? []
  return Math.round(Number(number) * units[unit]!)
}
