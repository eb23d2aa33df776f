import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import { Badge, CopyButton, RelativeTime, type Tone } from '@colonnade/ui'
import { SquareFunction } from 'lucide-react'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { type ListOrder, LongTable } from '../../../lib/lists/long-table.tsx'
import { entryProps } from '../../../lib/lists/use-list-keys.ts'
import { paths } from '../../../paths.ts'
import { useApiUrl } from '../../../scope/project-settings/use-api-url.ts'

export interface FunctionTableProps {
  readonly projectRef: string
  readonly functions: readonly EdgeFunction[]
  readonly order: ListOrder
  readonly onOrder: (order: ListOrder) => void
}

const statuses: Readonly<Record<EdgeFunction['status'], { readonly label: string; readonly tone: Tone }>> = {
  ACTIVE: { label: 'Active', tone: 'accent' },
  THROTTLED: { label: 'Throttled', tone: 'warning' },
  REMOVED: { label: 'Deleted', tone: 'neutral' },
}

/** Functions, each of which opens its page. */
export function FunctionTable({ projectRef, functions, order, onOrder }: FunctionTableProps) {
  const apiUrl = useApiUrl(projectRef)
  const urlOf = (slug: string) => `${apiUrl ?? ''}/functions/v1/${slug}`
  return (
    <LongTable
      label="Functions"
      items={functions}
      keyOf={({ id }) => id}
      order={order}
      onOrder={onOrder}
      columns={[
        {
          label: 'Function',
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
                <span className="block truncate text-xs text-faint md:hidden">
                  {statuses[status].label} · Version {version}
                </span>
                {name !== slug && <span className="block truncate text-xs text-faint max-md:hidden">{name}</span>}
              </div>
              <CopyUrl slug={slug} url={urlOf(slug)} tabIndex={tabIndex} className="md:hidden" />
            </div>
          ),
        },
        {
          label: 'URL',
          className: 'max-lg:hidden',
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
          label: 'Status',
          className: 'w-28',
          renderCell: ({ status }) => <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>,
        },
        { label: 'Version', className: 'w-20', isNumber: true, renderCell: ({ version }) => version },
        {
          label: 'Last deploy',
          className: 'w-36',
          isSortable: true,
          renderCell: ({ updated_at }) => <RelativeTime value={new Date(updated_at).toISOString()} className="text-soft" />,
        },
      ]}
    />
  )
}

interface CopyUrlProps {
  readonly slug: string
  readonly url: string
  readonly tabIndex: 0 | -1
  readonly className?: string
}

function CopyUrl({ slug, url, tabIndex, className }: CopyUrlProps) {
  return <CopyButton isIconOnly label={`Copy the URL of ${slug}`} text={url} tabIndex={tabIndex} {...(className !== undefined && { className })} />
}
