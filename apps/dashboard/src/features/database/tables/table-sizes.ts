import type { RelationSize, RelationSummary } from '@colonnade/pg-meta/relations'
import { formatBytes } from '../../../lib/bytes.ts'
import { partitionsBelow, type PartitionsByTable } from './partition-tree.ts'

/** A relation with the size to show. */
export interface SizedRelation extends RelationSummary {
  /** Null for relations without one, and until counted or measured. */
  readonly bytes: number | null
  /** True for the current size, false for Postgres's last count. */
  readonly isMeasured: boolean
}

/** Sizes of relations that Postgres hasn't counted, by id; undefined while loading. */
export type MeasuredSizes = ReadonlyMap<number, number | null>

export const sizesById = (sizes: readonly RelationSize[]): MeasuredSizes => new Map(sizes.map(({ id, bytes }) => [id, bytes]))

/** Returns true if any relation's size must be measured. */
export const isAnyUncounted = (relations: readonly RelationSummary[]): boolean => relations.some(isUncounted)

function isUncounted({ type, bytes_estimate }: RelationSummary): boolean {
  return bytes_estimate === null && (type === 'r' || type === 'm')
}

/** Returns relations with their sizes; partitioned tables with the totals of their partitions, null until all are known. */
export function withSizes(relations: readonly RelationSummary[], measured: MeasuredSizes | undefined, byTable: PartitionsByTable): SizedRelation[] {
  const sizeOf = (relation: RelationSummary): Pick<SizedRelation, 'bytes' | 'isMeasured'> =>
    isUncounted(relation) ? { bytes: measured?.get(relation.id) ?? null, isMeasured: true } : { bytes: relation.bytes_estimate, isMeasured: false }
  return relations.map((relation) => {
    if (relation.type !== 'p') return { ...relation, ...sizeOf(relation) }
    const leaves = partitionsBelow(relation.id, byTable).filter(({ type }) => type !== 'p')
    const sizes = leaves.filter(({ type }) => type === 'r').map(sizeOf)
    return {
      ...relation,
      rows_estimate: sum(leaves.flatMap(({ rows_estimate }) => rows_estimate ?? [])),
      bytes: sizes.some(({ bytes }) => bytes === null) ? null : sum(sizes.flatMap(({ bytes }) => bytes ?? [])),
      isMeasured: sizes.every(({ isMeasured }) => isMeasured),
    }
  })
}

const sum = (values: readonly number[]): number | null => (values.length === 0 ? null : values.reduce((total, value) => total + value, 0))

/** Returns "≈ 56.0 kB" if counted, "56.0 kB" if measured; null without a size. */
export function sizeText({ bytes, isMeasured }: Pick<SizedRelation, 'bytes' | 'isMeasured'>): string | null {
  return bytes === null ? null : `${isMeasured ? '' : '≈ '}${formatBytes(bytes)}`
}
