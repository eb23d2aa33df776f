import type { Value } from './call.ts'

const samples: readonly (readonly [RegExp, Value])[] = [
  [/^(smallint|integer|bigint|oid)$/, 1],
  [/^(real|double precision|numeric|money)\b/, 1.5],
  [/^boolean$/, true],
  [/^uuid$/, '00000000-0000-4000-8000-000000000000'],
  [/^timestamp/, '2026-01-31T12:00:00Z'],
  [/^date$/, '2026-01-31'],
  [/^time\b/, '12:00:00'],
  [/^interval/, '1 day'],
  [/^jsonb?$/, { fields: [{ name: 'key', value: 'value' }] }],
  [/^(inet|cidr)$/, '192.0.2.1'],
  [/^macaddr/, '08:00:2b:01:02:03'],
  [/^bytea$/, '\\x00'],
  [/^(bit|bit varying)\b/, '1'],
  [/^(int[48]|num)range$/, '[1,10)'],
  [/^daterange$/, '[2026-01-01,2026-02-01)'],
]

/** Returns a value that a column or an argument of the type can take: the first of an enum. Of other types that people made it is a text to replace. */
export function sampleValue(type: string, labels: readonly string[] = []): Value {
  if (type.endsWith('[]')) return [sampleValue(type.slice(0, -2), labels)]
  if (labels.length > 0) return labels[0]!
  return samples.find(([pattern]) => pattern.test(type))?.[1] ?? 'example'
}
