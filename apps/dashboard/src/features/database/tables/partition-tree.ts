import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { tableText } from './messages.ts'
import { ordered } from '../../../lib/object-page/list-order.ts'

/** Partitions by their direct parent's id, in name order. */
export type PartitionsByTable<Relation extends RelationSummary = RelationSummary> = ReadonlyMap<number, readonly Relation[]>

export function partitionsByTable<Relation extends RelationSummary>(relations: readonly Relation[]): PartitionsByTable<Relation> {
  const partitions = relations.filter(({ partition_of }) => partition_of !== null)
  return Map.groupBy(
    ordered(partitions, ({ name }) => name, false),
    ({ partition_of }) => partition_of!.id,
  )
}

/** Returns a table's partitions at any depth, each after its parent. */
export function partitionsBelow<Relation extends RelationSummary>(id: number, byTable: PartitionsByTable<Relation>): Relation[] {
  return (byTable.get(id) ?? []).flatMap((partition) => [partition, ...partitionsBelow(partition.id, byTable)])
}

/** "from ('2026-01-01') to ('2027-01-01')", "all other values". */
export function boundText(bound: string): string {
  if (bound === 'DEFAULT') return tableText.allOthers
  return bound.replace(/^FOR VALUES (FROM|IN|WITH)/, (_, word: string) => word.toLowerCase()).replace(/(?<=^from \(.*\)) TO (?=\()/, ' to ')
}

/** Returns the table it is a partition of, as seen from a schema; null for other relations. */
export function parentText({ schema, partition_of: parent }: RelationSummary): string | null {
  if (parent === null) return null
  return parent.schema === schema ? parent.name : `${parent.schema}.${parent.name}`
}
