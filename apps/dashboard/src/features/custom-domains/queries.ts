import type { CustomDomainReport } from '@colonnade/contracts/connections/custom-domains'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { addonsQuery } from '../../scope/database-source/addon-queries.ts'
import { dataApi } from '../../scope/data-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** How often a domain is asked for again: before it was looked at once, while it waits for its records, and otherwise. */
const pollMs = { unseen: 1_000, waiting: 10_000, settled: 60_000 } as const

export function pollOf(report: CustomDomainReport | undefined): number | false {
  const domain = report?.domain
  if (!domain) return false
  if (domain.checked_at === null) return pollMs.unseen
  return domain.state === 'WAITING_FOR_DNS' ? pollMs.waiting : pollMs.settled
}

/** The project's domain, with what was found of its records. */
export const domainQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/custom-domain', { ref }),
    queryFn: ({ signal }) => dataApi.customDomains.retrieve({ params: { ref }, signal }),
    refetchInterval: ({ state }) => pollOf(state.data),
  })

function useDomainMutation<Variables>(ref: string, call: (variables: Variables) => Promise<CustomDomainReport>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: (report) => {
      queryClient.setQueryData(domainQuery(ref).queryKey, report)
      void queryClient.invalidateQueries(addonsQuery(ref))
    },
  })
}

export const useClaimDomain = (ref: string) =>
  useDomainMutation(ref, (name: string) => dataApi.customDomains.claim({ params: { ref }, body: { name } }))
export const useCheckDomain = (ref: string) => useDomainMutation(ref, () => dataApi.customDomains.check({ params: { ref } }))
export const useUploadCertificate = (ref: string) =>
  useDomainMutation(ref, (body: { readonly certificate: string; readonly key: string }) => dataApi.customDomains.upload({ params: { ref }, body }))
export const useRemoveCertificate = (ref: string) => useDomainMutation(ref, () => dataApi.customDomains.removeCertificate({ params: { ref } }))
export const useRemoveDomain = (ref: string) => useDomainMutation(ref, () => dataApi.customDomains.remove({ params: { ref } }))
