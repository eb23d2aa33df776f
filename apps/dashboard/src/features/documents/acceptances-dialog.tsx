import type { InstallationDocument } from '@colonnade/contracts/installation/documents'
import { Button, Dialog, RelativeTime, Skeleton, Table, TableCell, TableHead } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { acceptancesQuery } from './queries.ts'

/** Which organizations have accepted a document, in which version. */
export function AcceptancesDialog({ document: { id, title }, onClose }: { readonly document: InstallationDocument; readonly onClose: () => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(acceptancesQuery(id))
  const items = data?.pages.flatMap((page) => page.items)
  return (
    <Dialog isOpen onOpenChange={onClose} className="w-[40rem]" title={`Who has accepted ${title}`}>
      {items === undefined &&
        (error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-16 w-full rounded-md" />)}
      {items?.length === 0 && <p className="text-soft">No organization has yet.</p>}
      {items !== undefined && items.length > 0 && (
        <Table label="Acceptances">
          <thead>
            <tr>
              <TableHead>Organization</TableHead>
              <TableHead isNumber>Version</TableHead>
              <TableHead>By</TableHead>
              <TableHead>When</TableHead>
            </tr>
          </thead>
          <tbody>
            {items.map(({ organization, number, accepted_by: by, accepted_at: at }) => (
              <tr key={`${organization.slug} ${number}`}>
                <TableCell className="wrap-anywhere">{organization.name}</TableCell>
                <TableCell isNumber>{number}</TableCell>
                <TableCell className="wrap-anywhere">{by}</TableCell>
                <TableCell>
                  <RelativeTime value={at} />
                </TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {hasNextPage && (
        <Button className="self-center" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </Dialog>
  )
}
