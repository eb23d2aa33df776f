import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { byOffset } from '../../lib/paged-list/pages.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'

/** What is published for an organization. */
export const documentsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['organizations', slug, 'documents'],
    queryFn: ({ signal }) => organizationApi.documents.list({ params: { slug }, signal }),
  })

/** One version in full. It never changes. */
export const documentTextQuery = (slug: string, id: string, number: number) =>
  queryOptions({
    queryKey: ['organizations', slug, 'documents', id, number],
    queryFn: ({ signal }) => organizationApi.documents.retrieveText({ params: { slug, id, number: String(number) }, signal }),
    staleTime: Infinity,
  })

/** All documents, for the owner of the installation. */
export const installationDocumentsQuery = queryOptions({
  queryKey: ['installation', 'documents'],
  queryFn: ({ signal }) => organizationApi.installationDocuments.list({ signal }),
})

/** One version in full, for the owner of the installation. */
export const installationTextQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ['installation', 'documents', id, number],
    queryFn: ({ signal }) => organizationApi.installationDocuments.retrieveText({ params: { id, number: String(number) }, signal }),
    staleTime: Infinity,
  })

/** Who has accepted a document, the last one first. */
export const acceptancesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['installation', 'documents', id, 'acceptances'],
    queryFn: ({ signal, pageParam }) =>
      organizationApi.installationDocuments.listAcceptances({ params: { id }, query: { offset: pageParam }, signal }),
    ...byOffset,
  })

/** Where the browser gets a version as a file; of an organization, or as the owner of the installation. */
export function documentFileAddress(slug: string | null, id: string, number: number): string {
  const base = slug === null ? '/platform/installation' : `/platform/organizations/${encodeURIComponent(slug)}`
  return `${base}/documents/${encodeURIComponent(id)}/versions/${number}/file`
}
