/** Bodies made to cost the server more than they cost their sender, each just below the limits that the calls had. */
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

const repeated = (before: string, unit: string, count: number, after: string): Buffer => Buffer.from(before + unit.repeat(count) + after)

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

export const hostile = {
  'a transaction of 7,500,000 statements': () => json({ statements: [{ query: 'a;'.repeat(7_500_000) }] }),
  'a query of 4,000,000 names in quotes': () => json({ statements: [{ query: 'u&""'.repeat(4_000_000) }] }),
  'a body of nested brackets': () => Buffer.from(`{"query":"select 1","claims":{"a":${nested(8_000_000)}}}`),
  'a body of 2,000,000 keys': () => {
    const keys = Array.from({ length: 1_400_000 }, (_, index) => `"${index}":1`)
    return Buffer.from(`{"query":"select 1","claims":{${keys.join(',')}}}`)
  },
  'a body of escaped characters': () => repeated('{"query":"select \'', String.raw`\u00e9`, 2_700_000, `'"}`),
  'an NDJSON record of nested brackets': () => Buffer.from(`{"a":${nested(60_000_000)}}\n`),
  'an NDJSON record of 2,000,000 keys': () => {
    const keys = Array.from({ length: 2_000_000 }, (_, index) => `"${index}":1`)
    return Buffer.from(`{${keys.join(',')}}\n`)
  },
  'a CSV record of 126,000,000 fields': () => Buffer.alloc(126_000_000, ','),
  'an answer of 64 MB': () => json({ query: "select repeat('x', 1000) from generate_series(1, 65536)", row_limit: 100_000 }),
} as const

export type HostileName = keyof typeof hostile
