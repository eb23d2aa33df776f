import type { PartitionBound } from '@colonnade/pg-meta/partitions'
import type { PartitionDraft, PartitionStrategy } from '../model/table-draft.ts'

/** The bound of a partition as it was typed; an empty end is open. */
export function boundOf(strategy: PartitionStrategy, partition: PartitionDraft): PartitionBound {
  if (partition.isDefault && strategy !== 'hash') return { default: true }
  if (strategy === 'list') return { in: valuesOf(partition) }
  if (strategy === 'hash') return { modulus: Number(partition.modulus), remainder: Number(partition.remainder) }
  const end = (values: readonly string[], open: 'MINVALUE' | 'MAXVALUE') => values.map((value) => (value === '' ? { end: open } : value))
  return { from: end(partition.from, 'MINVALUE'), to: end(partition.to, 'MAXVALUE') }
}

/** Values of a list, one a line; NULL is the missing value. */
export function valuesOf({ values }: Pick<PartitionDraft, 'values'>): (string | null)[] {
  return values
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (line === 'NULL' ? null : line))
}

/** How many columns a partition key of Postgres has: "RANGE (a, lower(b))" has two. */
export function partsOfKey(key: string): string[] {
  const inner = /\((.*)\)\s*$/s.exec(key)?.[1] ?? ''
  const parts: string[] = []
  let [depth, start, isQuoted] = [0, 0, false]
  for (let place = 0; place < inner.length; place += 1) {
    const character = inner[place]!
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) {
      parts.push(inner.slice(start, place).trim())
      start = place + 1
    }
  }
  return [...parts, inner.slice(start).trim()].filter((part) => part !== '')
}
