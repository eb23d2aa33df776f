import type { BucketSummary } from '@colonnade/contracts/storage/storage-buckets'
import { Badge, IconButton, Menu, MenuItem, MenuSeparator } from '@colonnade/ui'
import { Archive, Ellipsis, Eraser, Pencil, Trash2 } from 'lucide-react'
import { formatBytes } from '../../lib/bytes.ts'
import { AppLink } from '../../lib/links/app-link.tsx'
import { type ListOrder, LongTable } from '../../lib/lists/long-table.tsx'
import { entryProps } from '../../lib/lists/use-list-keys.ts'
import { paths } from '../../paths.ts'
import { filesText, sizeText, tableText } from './messages.ts'

export type BucketAction = 'edit' | 'empty' | 'delete'

export interface BucketTableProps {
  readonly projectRef: string
  readonly buckets: readonly BucketSummary[]
  /** Policies that apply to every bucket. */
  readonly sharedPolicies: number
  readonly mayWrite: boolean
  readonly order: ListOrder | undefined
  readonly onOrder: (order: ListOrder) => void
  readonly onAct: (bucket: BucketSummary, action: BucketAction) => void
}

/** Lists buckets with links to their files. */
export function BucketTable({ projectRef, buckets, sharedPolicies, mayWrite, order, onOrder, onAct }: BucketTableProps) {
  return (
    <LongTable
      label={tableText.label}
      items={buckets}
      keyOf={({ id }) => id}
      order={order}
      onOrder={onOrder}
      columns={[
        {
          label: tableText.columns.name,
          isSortable: true,
          renderCell: (bucket, tabIndex) => (
            <div className="flex min-w-0 items-center gap-2">
              <Archive aria-hidden className="size-4 shrink-0 text-faint" />
              <div className="min-w-0 flex-1">
                <span className="flex min-w-0 items-center gap-2">
                  <AppLink
                    {...entryProps}
                    href={paths.project.bucket(projectRef, bucket.id)}
                    tabIndex={tabIndex}
                    title={bucket.name}
                    className="min-w-0 truncate rounded-sm font-medium hover:text-accent"
                  >
                    {bucket.name}
                  </AppLink>
                  {bucket.public && <Badge tone="warning">{tableText.isPublic}</Badge>}
                </span>
                <span className="block truncate text-xs text-faint md:hidden">{tableText.content(bucket.files, bucket.bytes)}</span>
              </div>
              <RowMenu bucket={bucket} tabIndex={tabIndex} mayWrite={mayWrite} projectRef={projectRef} onAct={onAct} className="md:hidden" />
            </div>
          ),
        },
        { label: tableText.columns.files, className: 'w-24', isNumber: true, isSortable: true, renderCell: ({ files }) => filesText(files) },
        { label: tableText.columns.size, className: 'w-24', isNumber: true, isSortable: true, renderCell: ({ bytes }) => sizeText(bytes) },
        {
          label: tableText.columns.limit,
          className: 'w-32 max-lg:hidden',
          isNumber: true,
          renderCell: ({ file_size_limit: limit }) =>
            limit === null ? <span className="text-faint">{tableText.projectLimit}</span> : <span>{formatBytes(limit)}</span>,
        },
        {
          label: tableText.columns.types,
          className: 'w-48 max-lg:hidden',
          renderCell: ({ allowed_mime_types: types }) =>
            types === null ? (
              <span className="text-faint">{tableText.anyType}</span>
            ) : (
              <span className="block truncate font-mono text-xs" title={types.join(', ')}>
                {types.join(', ')}
              </span>
            ),
        },
        {
          label: tableText.columns.policies,
          className: 'w-20',
          isNumber: true,
          renderCell: ({ policies }) => (
            <span title={sharedPolicies === 0 ? undefined : tableText.sharedPolicies(sharedPolicies)}>{policies + sharedPolicies}</span>
          ),
        },
        {
          label: '',
          className: 'w-12',
          renderCell: (bucket, tabIndex) => <RowMenu bucket={bucket} tabIndex={tabIndex} mayWrite={mayWrite} projectRef={projectRef} onAct={onAct} />,
        },
      ]}
    />
  )
}

interface RowMenuProps extends Pick<BucketTableProps, 'projectRef' | 'mayWrite' | 'onAct'> {
  readonly bucket: BucketSummary
  readonly tabIndex: 0 | -1
  readonly className?: string
}

function RowMenu({ bucket, tabIndex, mayWrite, onAct, className }: RowMenuProps) {
  if (!mayWrite) return null
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={tableText.actionsOf(bucket.name)} tabIndex={tabIndex} {...(className !== undefined && { className })}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAct(bucket, 'edit')}>
        {tableText.edit}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Eraser aria-hidden />} disabled={bucket.files === 0} isDanger onSelect={() => onAct(bucket, 'empty')}>
        {tableText.empty}
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => onAct(bucket, 'delete')}>
        {tableText.remove}
      </MenuItem>
    </Menu>
  )
}
