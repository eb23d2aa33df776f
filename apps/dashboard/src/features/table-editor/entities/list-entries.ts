import type { EntityType } from '@colonnade/pg-meta'

/** The partitions of one table, as far as they were fetched. */
export interface KnownPartitions {
  readonly entities: readonly EntityType[]
  readonly hasMore: boolean
}

/** A line of the list. */
export type ListEntry =
  | { readonly kind: 'entity'; readonly entity: EntityType; readonly level: number }
  /** Partitions that are on their way. */
  | { readonly kind: 'loading'; readonly parent: number; readonly level: number }
  /** A button that fetches further ones. */
  | { readonly kind: 'more'; readonly parent: number; readonly level: number }

/** The relations, and below each open partitioned one its partitions, level by level. */
export function listEntries(entities: readonly EntityType[], open: ReadonlyMap<number, KnownPartitions | null>, level = 0): ListEntry[] {
  return entities.flatMap((entity): ListEntry[] => {
    const own: ListEntry = { kind: 'entity', entity, level }
    const partitions = entity.type === 'p' ? open.get(entity.id) : undefined
    if (partitions === undefined) return [own]
    if (partitions === null) return [own, { kind: 'loading', parent: entity.id, level: level + 1 }]
    const more: ListEntry[] = partitions.hasMore ? [{ kind: 'more', parent: entity.id, level: level + 1 }] : []
    return [own, ...listEntries(partitions.entities, open, level + 1), ...more]
  })
}

/** What names an entry among the others. */
export function entryKey(entry: ListEntry): string {
  return entry.kind === 'entity' ? String(entry.entity.id) : `${entry.kind}:${entry.parent}`
}

/** Returns the entry that a key moves to; null if it doesn't move. */
export function entryAfterKey(key: string, from: number, entries: readonly ListEntry[], pageEntries: number): number | null {
  const last = entries.length - 1
  const wanted = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: last, PageDown: from + pageEntries, PageUp: from - pageEntries }[key]
  if (wanted !== undefined) return Math.min(Math.max(wanted, 0), last)
  if (key !== 'ArrowLeft') return null
  // from a partition to its table
  const level = entries[from]?.level ?? 0
  const parent = entries.slice(0, from).findLastIndex((entry) => entry.level < level)
  return parent < 0 ? null : parent
}
