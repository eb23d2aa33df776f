import type { InstallationDocument } from '@colonnade/contracts/installation/documents'
import { Dialog, RelativeTime, Skeleton, Table, TableCell, TableHead } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList } from '../../lib/paged-list/paged-list.tsx'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { acceptancesQuery } from './queries.ts'

/** Which organizations have accepted a document, in which version. */
export function AcceptancesDialog({ document: { id, title }, onClose }: { readonly document: InstallationDocument; readonly onClose: () => void }) {
  const pages = pagesOf(useInfiniteQuery(acceptancesQuery(id)))
  return (
    <Dialog isOpen onOpenChange={onClose} className="w-[40rem]" title={`Who has accepted ${title}`}>
      <PagedList
        pages={pages}
        label="acceptances"
        skeleton={<Skeleton className="h-16 w-full rounded-md" />}
        empty={<p className="text-soft">No organization has yet.</p>}
      >
        {(items) => (
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
      </PagedList>
    </Dialog>
  )
}
