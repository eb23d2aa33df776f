import type { ProjectActivity } from '@colonnade/contracts'
import { Card, RelativeTime, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatBytes, formatNumber } from '../../../lib/bytes.ts'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { activityQuery } from '../queries.ts'

const figures: readonly {
  readonly label: string
  readonly show: (activity: ProjectActivity) => ReactNode
  readonly note: (activity: ProjectActivity) => ReactNode
}[] = [
  {
    label: 'Database size',
    show: (activity) => formatBytes(activity.database_bytes),
    note: (activity) => `${formatBytes(activity.disk_bytes)} on disk`,
  },
  { label: 'Tables', show: (activity) => formatNumber(activity.tables), note: () => 'in your schemas' },
  {
    label: 'Connections',
    show: (activity) => formatNumber(activity.active_connections),
    note: (activity) => `of ${formatNumber(activity.max_connections)}`,
  },
  {
    label: 'Cache hits',
    show: (activity) => (activity.cache_hit_ratio === null ? '–' : `${(activity.cache_hit_ratio * 100).toFixed(1)} %`),
    note: () => 'of blocks read',
  },
  {
    label: 'Transactions',
    show: (activity) => formatNumber(activity.transactions),
    note: (activity) => (
      <>
        up since <RelativeTime value={activity.started_at} />
      </>
    ),
  },
]

/** Size, connections and traffic of the running database. */
export function FiguresCard({ projectRef }: { readonly projectRef: string }) {
  const { data, error, refetch } = useQuery(activityQuery(projectRef))
  if (!data && error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return (
    <Card>
      <dl aria-label="Database figures" className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line sm:grid-cols-3 lg:grid-cols-5">
        {figures.map(({ label, show, note }) => (
          <div key={label} className="flex flex-col gap-0.5 bg-surface px-4 py-3 max-sm:last:col-span-2">
            <dt className="text-xs text-faint">{label}</dt>
            <dd className="text-lg font-medium tabular-nums">{data ? show(data) : <Skeleton className="my-1 w-16" />}</dd>
            <dd className="text-xs text-faint tabular-nums">{data ? note(data) : <Skeleton className="h-3 w-20" />}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
