import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import type { FunctionStats } from '@colonnade/contracts/functions/function-logs'
import type { FunctionOverview } from '@colonnade/contracts/functions/function-versions'
import { Badge, CopyButton, RelativeTime, Sparkline, type Tone } from '@colonnade/ui'
import { SquareFunction } from 'lucide-react'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { type ListOrder, LongTable } from '../../../lib/lists/long-table.tsx'
import { entryProps } from '../../../lib/lists/use-list-keys.ts'
import { paths } from '../../../paths.ts'
import { listText } from '../messages.ts'
import { durationText } from '../duration.ts'
import { formatNumber } from '../../../lib/bytes.ts'
import { useApiUrl } from '../../../scope/project-settings/use-api-url.ts'

export interface FunctionTableProps {
  readonly projectRef: string
  readonly functions: readonly FunctionOverview[]
  /** For the last 24 hours; undefined while loading. */
  readonly stats: readonly FunctionStats[] | undefined
  readonly order: ListOrder
  readonly onOrder: (order: ListOrder) => void
}

const statuses: Readonly<Record<EdgeFunction['status'], { readonly label: string; readonly tone: Tone }>> = {
  ACTIVE: { label: listText.statuses.ACTIVE, tone: 'accent' },
  THROTTLED: { label: listText.statuses.THROTTLED, tone: 'warning' },
  REMOVED: { label: listText.statuses.REMOVED, tone: 'neutral' },
}

/** Lists functions with links to their pages. */
export function FunctionTable({ projectRef, functions, stats, order, onOrder }: FunctionTableProps) {
  const apiUrl = useApiUrl(projectRef)
  const statsOf = (slug: string) => stats?.find((each) => each.slug === slug)
  const urlOf = (slug: string) => `${apiUrl ?? ''}/functions/v1/${slug}`
  return (
    <LongTable
      label={listText.label}
      items={functions}
      keyOf={({ id }) => id}
      order={order}
      onOrder={onOrder}
      columns={[
        {
          label: listText.columns.function,
          isSortable: true,
          renderCell: ({ slug, name, version, status }, tabIndex) => (
            <div className="flex min-w-0 items-center gap-2">
              <SquareFunction aria-hidden className="size-4 shrink-0 text-faint" />
              <div className="min-w-0 flex-1">
                <AppLink
                  {...entryProps}
                  href={paths.project.edgeFunction(projectRef, slug)}
                  tabIndex={tabIndex}
                  title={slug}
                  className="block truncate rounded-sm font-medium hover:text-accent"
                >
                  {slug}
                </AppLink>
                <span className="block truncate text-xs text-faint md:hidden">{listText.statusAndVersion(statuses[status].label, version)}</span>
                {name !== slug && <span className="block truncate text-xs text-faint max-md:hidden">{name}</span>}
              </div>
              <CopyUrl slug={slug} url={urlOf(slug)} tabIndex={tabIndex} className="md:hidden" />
            </div>
          ),
        },
        {
          label: listText.columns.url,
          className: 'w-56 max-xl:hidden',
          renderCell: ({ slug }, tabIndex) => (
            <div className="flex min-w-0 items-center gap-1">
              <span className="min-w-0 truncate font-mono text-xs text-soft" title={urlOf(slug)}>
                {apiUrl === undefined ? '' : urlOf(slug)}
              </span>
              <CopyUrl slug={slug} url={urlOf(slug)} tabIndex={tabIndex} />
            </div>
          ),
        },
        {
          label: listText.columns.status,
          className: 'w-28',
          renderCell: ({ status }) => <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>,
        },
        {
          label: listText.columns.invocations,
          className: 'w-32 max-lg:hidden',
          renderCell: ({ slug }) => <Calls stats={statsOf(slug)} isKnown={stats !== undefined} />,
        },
        {
          label: listText.columns.errors,
          className: 'w-20',
          isNumber: true,
          renderCell: ({ slug }) => <Errors stats={statsOf(slug)} isKnown={stats !== undefined} />,
        },
        {
          label: listText.columns.p95,
          className: 'w-24',
          isNumber: true,
          renderCell: ({ slug }) => durationText(statsOf(slug)?.p95_ms),
        },
        { label: listText.columns.version, className: 'w-20 max-lg:hidden', isNumber: true, renderCell: ({ version }) => version },
        {
          label: listText.columns.lastDeploy,
          className: 'w-40',
          isSortable: true,
          renderCell: ({ deployed_at: at, deployed_by: by }) => (
            <div className="min-w-0">
              <RelativeTime value={at} className="text-soft" />
              {by !== null && (
                <span className="block truncate text-xs text-faint" title={by}>
                  {by}
                </span>
              )}
            </div>
          ),
        },
      ]}
    />
  )
}

interface StatsProps {
  readonly stats: FunctionStats | undefined
  readonly isKnown: boolean
}

function Calls({ stats, isKnown }: StatsProps) {
  if (stats === undefined) return isKnown && <span className="text-xs text-faint">{listText.noInvocations}</span>
  const { succeeded, refused, failed } = stats.steps
  const points = succeeded.map((count, index) => count + refused[index]! + failed[index]!)
  return <Sparkline label={listText.invocationsOf(stats.slug)} points={points} format={formatNumber} />
}

function Errors({ stats, isKnown }: StatsProps) {
  if (!isKnown) return null
  const { errors = 0 } = stats ?? {}
  return <span className={errors > 0 ? 'text-danger' : 'text-faint'}>{formatNumber(errors)}</span>
}

interface CopyUrlProps {
  readonly slug: string
  readonly url: string
  readonly tabIndex: 0 | -1
  readonly className?: string
}

function CopyUrl({ slug, url, tabIndex, className }: CopyUrlProps) {
  return <CopyButton isIconOnly label={listText.copyUrlOf(slug)} text={url} tabIndex={tabIndex} {...(className !== undefined && { className })} />
}
