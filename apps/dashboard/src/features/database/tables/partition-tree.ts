import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { ordered } from '../objects/object-list.ts'

/** Partitions by the id of the table that they are directly part of, by name. */
export type PartitionsByTable = ReadonlyMap<number, readonly RelationSummary[]>

export function partitionsByTable(relations: readonly RelationSummary[]): PartitionsByTable {
  const partitions = relations.filter(({ partition_of }) => partition_of !== null)
  return Map.groupBy(
    ordered(partitions, ({ name }) => name, false),
    ({ partition_of }) => partition_of!.id,
  )
}

/** All partitions below a table, those of its partitions, too, each after what it is part of. */
export function partitionsBelow(id: number, byTable: PartitionsByTable): RelationSummary[] {
  return (byTable.get(id) ?? []).flatMap((partition) => [partition, ...partitionsBelow(partition.id, byTable)])
}

/** A partitioned table has the rows and the size of its partitions in the list; null while nothing has counted them. */
export function withSums(relations: readonly RelationSummary[], byTable: PartitionsByTable): RelationSummary[] {
  return relations.map((relation) => {
    if (relation.type !== 'p') return relation
    const leaves = partitionsBelow(relation.id, byTable).filter(({ type }) => type !== 'p')
    return { ...relation, rows_estimate: sum(leaves, 'rows_estimate'), bytes_estimate: sum(leaves, 'bytes_estimate') }
  })
}

function sum(relations: readonly RelationSummary[], key: 'rows_estimate' | 'bytes_estimate'): number | null {
  const known = relations.flatMap((relation) => relation[key] ?? [])
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}

/** "from ('2026-01-01') to ('2027-01-01')", "all others". */
export function boundText(bound: string): string {
  if (bound === 'DEFAULT') return 'all others'
  return bound.replace(/^FOR VALUES (FROM|IN|WITH)/, (_, word: string) => word.toLowerCase()).replace(/(?<=^from \(.*\)) TO (?=\()/, ' to ')
}

/** Which table it is a partition of, as seen from a schema; null for what is none. */
export function parentText({ schema, partition_of: parent }: RelationSummary): string | null {
  if (parent === null) return null
  return parent.schema === schema ? parent.name : `${parent.schema}.${parent.name}`
}
