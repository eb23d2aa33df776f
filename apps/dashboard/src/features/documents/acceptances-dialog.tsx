import type { InstallationDocument } from '@colonnade/contracts/installation/documents'
import { Dialog, RelativeTime, Skeleton, Table, TableCell, TableHead } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList } from '../../lib/paged-list/paged-list.tsx'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { acceptancesDialogText } from './messages.ts'
import { acceptancesQuery } from './queries.ts'

/** Which organizations have accepted a document, in which version. */
export function AcceptancesDialog({ document: { id, title }, onClose }: { readonly document: InstallationDocument; readonly onClose: () => void }) {
  const pages = pagesOf(useInfiniteQuery(acceptancesQuery(id)))
  return (
    <Dialog isOpen onOpenChange={onClose} className="w-[40rem]" title={acceptancesDialogText.title(title)}>
      <PagedList
        pages={pages}
        label={acceptancesDialogText.loading}
        skeleton={<Skeleton className="h-16 w-full rounded-md" />}
        empty={<p className="text-soft">{acceptancesDialogText.empty}</p>}
      >
        {(items) => (
          <Table label={acceptancesDialogText.acceptances}>
            <thead>
              <tr>
                <TableHead>{acceptancesDialogText.organization}</TableHead>
                <TableHead isNumber>{acceptancesDialogText.version}</TableHead>
                <TableHead>{acceptancesDialogText.by}</TableHead>
                <TableHead>{acceptancesDialogText.when}</TableHead>
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
