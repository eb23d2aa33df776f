import type { RelationSize, RelationSummary } from '@colonnade/pg-meta/relations'
import { formatBytes } from '../../../lib/bytes.ts'
import { partitionsBelow, type PartitionsByTable } from './partition-tree.ts'

/** A relation with the size that is told of it. */
export interface SizedRelation extends RelationSummary {
  /** Null for what has none, and while it is neither counted nor measured. */
  readonly bytes: number | null
  /** Whether it is the size now, and not what Postgres last counted. */
  readonly isMeasured: boolean
}

/** Sizes of what Postgres has not counted, by id; undefined while they are on their way. */
export type MeasuredSizes = ReadonlyMap<number, number | null>

export const sizesById = (sizes: readonly RelationSize[]): MeasuredSizes => new Map(sizes.map(({ id, bytes }) => [id, bytes]))

/** Whether there is a relation whose size has to be measured. */
export const isAnyUncounted = (relations: readonly RelationSummary[]): boolean => relations.some(isUncounted)

function isUncounted({ type, bytes_estimate }: RelationSummary): boolean {
  return bytes_estimate === null && (type === 'r' || type === 'm')
}

/** Each with its size, and a partitioned table with the rows and the size of its partitions; null while nothing is known of one of them. */
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

/** "≈ 56.0 kB" as counted, "56.0 kB" as measured; null where there is none. */
export function sizeText({ bytes, isMeasured }: Pick<SizedRelation, 'bytes' | 'isMeasured'>): string | null {
  return bytes === null ? null : `${isMeasured ? '' : '≈ '}${formatBytes(bytes)}`
}
