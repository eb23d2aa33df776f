import type { PlanId } from './organizations.ts'

/** Aggregation of measurements over a day or longer: average, sum or peak. */
export type UsageKind = 'average' | 'sum' | 'peak'
export type UsageUnit = 'bytes' | 'hours' | 'count'

export interface UsageMetricInfo {
  readonly id: string
  readonly name: string
  readonly kind: UsageKind
  readonly unit: UsageUnit
  /** What is measured, as a sentence. */
  readonly description: string
}

/** All metrics. */
export const usageMetrics = [
  {
    id: 'database_size',
    name: 'Database size',
    kind: 'average',
    unit: 'bytes',
    description: 'The database of each project and branch, measured every hour.',
  },
  {
    id: 'disk_size',
    name: 'Disk size',
    kind: 'average',
    unit: 'bytes',
    description: 'Databases, WAL and logs of projects, branches and read replicas, measured every hour.',
  },
  {
    id: 'backup_size',
    name: 'Backups',
    kind: 'average',
    unit: 'bytes',
    description: 'Backups and the WAL archive of point-in-time recovery, measured every hour.',
  },
  {
    id: 'egress',
    name: 'Database egress',
    kind: 'sum',
    unit: 'bytes',
    description: 'Bytes sent by the poolers to database clients.',
  },
  {
    id: 'monthly_active_users',
    name: 'Monthly active users',
    kind: 'sum',
    unit: 'count',
    description: 'Users who signed in or refreshed their session. Each counts once a month per project or branch, on the day of the first time.',
  },
  {
    id: 'storage_size',
    name: 'Storage size',
    kind: 'average',
    unit: 'bytes',
    description: 'Files in storage, measured every hour. A project and its branches share files, so each counts once.',
  },
  {
    id: 'storage_egress',
    name: 'Storage egress',
    kind: 'sum',
    unit: 'bytes',
    description: 'Bytes sent by storage: downloads, rendered images and the S3 protocol.',
  },
  {
    id: 'image_transformations',
    name: 'Image transformations',
    kind: 'sum',
    unit: 'count',
    description: 'Images resized or converted. Each counts once a month, however many sizes it’s rendered in.',
  },
  {
    id: 'realtime_message_count',
    name: 'Realtime messages',
    kind: 'sum',
    unit: 'count',
    description: 'Each broadcast or presence update that is sent, and each broadcast, presence update or row change that a client receives.',
  },
  {
    id: 'realtime_peak_connections',
    name: 'Realtime peak connections',
    kind: 'peak',
    unit: 'count',
    description: 'The highest number of clients connected to Realtime at once, in one project or branch.',
  },
  {
    id: 'compute_hours',
    name: 'Compute hours',
    kind: 'sum',
    unit: 'hours',
    description: 'Hours that servers of projects and branches were active. Time asleep or paused doesn’t count.',
  },
  {
    id: 'connections',
    name: 'Peak connections',
    kind: 'peak',
    unit: 'count',
    description: 'The highest number of connections to one database, measured every minute while it’s awake.',
  },
  { id: 'branches', name: 'Branches', kind: 'sum', unit: 'hours', description: 'Hours that branches existed, asleep or not.' },
  { id: 'read_replicas', name: 'Read replicas', kind: 'sum', unit: 'hours', description: 'Hours that read replicas existed.' },
  {
    id: 'sql_runs',
    name: 'SQL runs',
    kind: 'sum',
    unit: 'count',
    description: 'SQL runs through the platform: the editors, the database pages and the API.',
  },
  {
    id: 'api_calls',
    name: 'Platform calls',
    kind: 'sum',
    unit: 'count',
    description: 'Platform API calls about a project, including those of the dashboard.',
  },
] as const satisfies readonly UsageMetricInfo[]

export const usageMetricIds = usageMetrics.map(({ id }) => id)
export type UsageMetric = (typeof usageMetrics)[number]['id']

export function usageMetricOf(id: UsageMetric): UsageMetricInfo {
  return usageMetrics.find((metric) => metric.id === id)!
}

/** Included quantity of a metric per billing period. */
export interface PlanLimit {
  /** In the metric's unit; null for unlimited. */
  readonly freeUnits: number | null
  /** True if usage beyond the included quantity requires usage billing. */
  readonly isCapped: boolean
}

const gigabyte = 1024 ** 3
const unlimited: PlanLimit = { freeUnits: null, isCapped: false }
const capped = (freeUnits: number): PlanLimit => ({ freeUnits, isCapped: true })
const same = (limit: PlanLimit): Readonly<Record<PlanId, PlanLimit>> => ({ free: limit, pro: limit, team: limit, enterprise: limit })

/** The specification sets no numbers. */
export const planLimits: Readonly<Record<UsageMetric, Readonly<Record<PlanId, PlanLimit>>>> = {
  database_size: { free: capped(gigabyte), pro: capped(16 * gigabyte), team: capped(64 * gigabyte), enterprise: unlimited },
  disk_size: { free: capped(4 * gigabyte), pro: capped(64 * gigabyte), team: capped(256 * gigabyte), enterprise: unlimited },
  backup_size: { free: capped(4 * gigabyte), pro: capped(64 * gigabyte), team: capped(256 * gigabyte), enterprise: unlimited },
  egress: { free: capped(5 * gigabyte), pro: capped(250 * gigabyte), team: capped(500 * gigabyte), enterprise: unlimited },
  monthly_active_users: { free: capped(50_000), pro: capped(100_000), team: capped(100_000), enterprise: unlimited },
  storage_size: { free: capped(gigabyte), pro: capped(100 * gigabyte), team: capped(100 * gigabyte), enterprise: unlimited },
  storage_egress: { free: capped(5 * gigabyte), pro: capped(250 * gigabyte), team: capped(500 * gigabyte), enterprise: unlimited },
  image_transformations: { free: capped(100), pro: capped(100), team: capped(100), enterprise: unlimited },
  realtime_message_count: { free: capped(2_000_000), pro: capped(5_000_000), team: capped(5_000_000), enterprise: unlimited },
  realtime_peak_connections: { free: capped(200), pro: capped(500), team: capped(500), enterprise: unlimited },
  compute_hours: same(unlimited),
  connections: same(unlimited),
  branches: { free: capped(744), pro: capped(3 * 744), team: capped(10 * 744), enterprise: unlimited },
  read_replicas: { free: capped(744), pro: capped(744), team: capped(2 * 744), enterprise: unlimited },
  sql_runs: same(unlimited),
  api_calls: same(unlimited),
}
