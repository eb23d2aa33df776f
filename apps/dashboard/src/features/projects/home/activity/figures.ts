import type { ActivitySample } from '@colonnade/contracts/projects/project-health'
import type { ProjectActivity } from '@colonnade/contracts/projects/projects'
import type { Limit, Series } from '@colonnade/ui/charts'
import { formatBytes, formatNumber } from '../../../../lib/bytes.ts'
import { figuresText } from './messages.ts'

export type FigureId = 'connections' | 'queries' | 'transactions' | 'cache' | 'size'

export interface Figure {
  readonly id: FigureId
  readonly label: string
  /** As it is now; null when it can't be said yet. */
  readonly live: (activity: ProjectActivity, transactionsPerSecond: number | null) => number | null
  readonly unit: (activity: ProjectActivity) => string
  readonly note: (activity: ProjectActivity) => string
  /** As it was. */
  readonly sampled: (sample: ActivitySample) => number | null
  readonly format: (value: number) => string
  /** Of the axis, which has less room. */
  readonly base?: 1024
}

const upToOneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const percent = (share: number): string => `${(share * 100).toFixed(share > 0.99 && share < 1 ? 2 : 1)} %`

/** What a database does, as one figure each: now, and in the last hour. */
export const figures: readonly Figure[] = [
  {
    id: 'connections',
    label: figuresText.connections,
    live: ({ active_connections }) => active_connections,
    unit: ({ max_connections }) => figuresText.of(formatNumber(max_connections)),
    note: () => '',
    sampled: ({ connections }) => connections,
    format: formatNumber,
  },
  {
    id: 'queries',
    label: figuresText.queriesRunning,
    live: ({ active_queries }) => active_queries,
    unit: () => figuresText.now,
    note: ({ active_connections, active_queries }) => figuresText.idle(formatNumber(Math.max(0, active_connections - active_queries))),
    sampled: ({ active_queries }) => active_queries,
    format: formatNumber,
  },
  {
    id: 'transactions',
    label: figuresText.transactions,
    live: (_, transactionsPerSecond) => transactionsPerSecond,
    unit: () => figuresText.perSecond,
    note: ({ transactions }) => figuresText.all(formatNumber(transactions)),
    sampled: ({ transactions_per_second }) => transactions_per_second,
    format: (value) => upToOneDecimal.format(value),
  },
  {
    id: 'cache',
    label: figuresText.cacheHits,
    live: ({ cache_hit_ratio }) => cache_hit_ratio,
    unit: () => '',
    note: () => 'of all block reads',
    sampled: ({ cache_hit_ratio }) => cache_hit_ratio,
    format: percent,
  },
  {
    id: 'size',
    label: figuresText.databaseSize,
    live: ({ database_bytes }) => database_bytes,
    unit: () => '',
    note: ({ disk_bytes, tables }) =>
      `${formatNumber(tables)} ${tables === 1 ? figuresText.table : figuresText.tables}${disk_bytes === null ? '' : figuresText.disk(formatBytes(disk_bytes))}`,
    sampled: ({ database_bytes }) => database_bytes,
    format: formatBytes,
    base: 1024,
  },
]

/** A share of the limit from which on it is worth drawing: below, it would press the line to the ground. */
const limitFrom = 0.5

export function seriesOf({ label, sampled }: Figure, samples: readonly (ActivitySample | null)[]): Series {
  return { label, values: samples.map((sample) => sample && sampled(sample)) }
}

export function limitOf({ id }: Figure, samples: readonly (ActivitySample | null)[]): Limit | undefined {
  const max = samples.findLast((sample) => sample !== null)?.max_connections
  if (id !== 'connections' || max === undefined) return undefined
  const isNear = samples.some((sample) => sample !== null && sample.connections >= max * limitFrom)
  return isNear ? { value: max, label: figuresText.most(max) } : undefined
}
