import type { DocumentContent, InstallationDocument } from '@colonnade/contracts/installation/documents'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { documentsQuery, installationDocumentsQuery } from './queries.ts'

export function useAcceptDocument(slug: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, number }: { readonly id: string; readonly number: number }) =>
      organizationApi.documents.accept({ params: { slug, id }, body: { number } }),
    // also after a refusal: somebody else accepted it, or there is a newer version
    onSettled: () => queryClient.invalidateQueries({ ...documentsQuery(slug), exact: true }),
  })
}

/** What is published, and whether it takes the place of an earlier version. */
export interface Publication {
  readonly replaced: InstallationDocument | null
  readonly body: Pick<InstallationDocument, 'kind' | 'title' | 'asks_acceptance'> & { readonly content: DocumentContent }
}

export function usePublishDocument() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ replaced, body }: Publication) =>
      replaced === null
        ? organizationApi.installationDocuments.publish({ body })
        : organizationApi.installationDocuments.replace({ params: { id: replaced.id }, body: { ...body, replaces: replaced.versions[0]!.number } }),
    onSettled: refresh,
  })
}

export function useWithdrawDocument() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, isWithdrawn }: { readonly id: string; readonly isWithdrawn: boolean }) =>
      organizationApi.installationDocuments.setWithdrawn({ params: { id }, body: { is_withdrawn: isWithdrawn } }),
    onSettled: refresh,
  })
}

export function useRemoveDocument() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => organizationApi.installationDocuments.remove({ params: { id } }),
    onSettled: refresh,
  })
}

/** Organizations see it too, each for itself. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ ...installationDocumentsQuery, exact: true }),
      queryClient.invalidateQueries({ predicate: ({ queryKey: [noun, , part] }) => noun === 'organizations' && part === 'documents' }),
    ])
}
