import { EmptyState, Panel, Skeleton } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { organizationQuery } from '../../scope/queries.ts'
import { DocumentReader } from './document-reader.tsx'
import { DocumentRow } from './document-row.tsx'
import { documentsPageText } from './messages.ts'
import { documentsQuery } from './queries.ts'
import type { DocumentsSearch } from './search.ts'

export interface DocumentsPageProps {
  readonly slug: string
  readonly search: DocumentsSearch
  readonly onSearch: (search: DocumentsSearch) => void
}

/** What the owner of the installation publishes for its organizations, and what this one has accepted. */
export function DocumentsPage({ slug, search, onSearch }: DocumentsPageProps) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: documents, error, refetch } = useQuery(documentsQuery(slug))
  useTitle('Documents', organization.name)
  const read = documents?.find(({ id }) => id === search.document)
  if (read !== undefined)
    return <DocumentReader key={read.id} organization={organization} document={read} version={search.version} onSearch={onSearch} />
  return (
    <Page title={documentsPageText.documents} width="narrow" description={documentsPageText.description}>
      {documents === undefined ? (
        error ? (
          <ErrorNotice error={error} subject={documentsPageText.loadFailed} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )
      ) : (
        <>
          {search.document !== undefined && <p role="alert">{documentsPageText.notFound}</p>}
          {documents.length === 0 ? (
            <EmptyState icon={<FileText aria-hidden />} title={documentsPageText.emptyTitle}>
              {documentsPageText.emptyBody}
            </EmptyState>
          ) : (
            <Panel label={documentsPageText.documents}>
              <ul aria-label={documentsPageText.documents} className="ruled">
                {documents.map((document) => (
                  <DocumentRow key={document.id} slug={slug} document={document} onRead={() => onSearch({ document: document.id })} />
                ))}
              </ul>
            </Panel>
          )}
        </>
      )}
    </Page>
  )
}

function Loading() {
  return (
    <output aria-label={documentsPageText.loadingDocuments} className="flex flex-col gap-3 rounded-lg border bg-surface p-4">
      <Skeleton className="w-1/3" />
      <Skeleton className="h-3 w-2/3" />
    </output>
  )
}
