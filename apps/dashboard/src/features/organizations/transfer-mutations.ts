import { useMutation, useQueryClient } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { organizationQuery, organizationsQuery } from '../../scope/queries.ts'
import { transferQuery } from './queries.ts'

export function useOfferOrganization(slug: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly to: string; readonly after: string }) => organizationApi.organizationTransfers.create({ params: { slug }, body }),
    onSettled: () => queryClient.invalidateQueries(transferQuery(slug)),
  })
}

/** Ends an offer: taken back by an owner, or answered by who it is to. Afterwards roles may be others. */
export function useEndTransfer(slug: string) {
  const queryClient = useQueryClient()
  const { organizationTransfers: calls } = organizationApi
  return useMutation({
    mutationFn: (how: 'withdraw' | 'accept' | 'decline') => calls[how]({ params: { slug } }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(transferQuery(slug)),
        queryClient.invalidateQueries({ ...organizationQuery(slug), exact: true }),
        queryClient.invalidateQueries({ ...organizationsQuery, exact: true }),
        queryClient.invalidateQueries({ queryKey: keyOf('/platform/organizations/{slug}/members', { slug }) }),
      ]),
  })
}
