import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { byOffset } from '../../lib/paged-list/pages.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** What is published for an organization. */
export const documentsQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/documents', { slug }),
    queryFn: ({ signal }) => organizationApi.documents.list({ params: { slug }, signal }),
  })

/** One version in full. It never changes. */
export const documentTextQuery = (slug: string, id: string, number: number) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/documents/{id}/versions/{number}', { slug, id, number: String(number) }),
    queryFn: ({ signal }) => organizationApi.documents.retrieveText({ params: { slug, id, number: String(number) }, signal }),
    staleTime: Infinity,
  })

/** All documents, for the owner of the installation. */
export const installationDocumentsQuery = queryOptions({
  queryKey: keyOf('/platform/installation/documents'),
  queryFn: ({ signal }) => organizationApi.installationDocuments.list({ signal }),
})

/** One version in full, for the owner of the installation. */
export const installationTextQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: keyOf('/platform/installation/documents/{id}/versions/{number}', { id, number: String(number) }),
    queryFn: ({ signal }) => organizationApi.installationDocuments.retrieveText({ params: { id, number: String(number) }, signal }),
    staleTime: Infinity,
  })

/** Who has accepted a document, the last one first. */
export const acceptancesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('/platform/installation/documents/{id}/acceptances', { id }),
    queryFn: ({ signal, pageParam }) =>
      organizationApi.installationDocuments.listAcceptances({ params: { id }, query: { offset: pageParam }, signal }),
    ...byOffset,
  })

/** Where the browser gets a version as a file; of an organization, or as the owner of the installation. */
export function documentFileAddress(slug: string | null, id: string, number: number): string {
  const base = slug === null ? '/platform/installation' : `/platform/organizations/${encodeURIComponent(slug)}`
  return `${base}/documents/${encodeURIComponent(id)}/versions/${number}/file`
}
