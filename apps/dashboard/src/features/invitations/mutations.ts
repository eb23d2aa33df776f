import type { Input } from '@colonnade/contracts/foundation/endpoint'
import type { invitationLinks, invitations } from '@colonnade/contracts/organizations/invitations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { rolesQuery } from '../../scope/clients/roles-query.ts'
import { invitationsQuery } from './queries.ts'

/** Changes the open invitations of an organization, and looks at them again. */
function useInvitationMutation<Values, Reply>(slug: string, mutationFn: (values: Values) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => Promise.all([invitationsQuery, rolesQuery].map((query) => queryClient.invalidateQueries({ queryKey: query(slug).queryKey }))),
  })
}

export const useInvite = (slug: string) =>
  useInvitationMutation(slug, (body: Input<(typeof invitations.create)['body']>) => organizationApi.invitations.create({ params: { slug }, body }))

export const useResend = (slug: string) => useInvitationMutation(slug, (id: string) => organizationApi.invitations.resend({ params: { slug, id } }))

export const useRevoke = (slug: string) => useInvitationMutation(slug, (id: string) => organizationApi.invitations.revoke({ params: { slug, id } }))

/** Accepts an invitation and loads the organization afresh, so that everything is read with the new membership. */
export function useAccept(token: string) {
  return useMutation({
    mutationFn: async () => {
      const { slug } = await organizationApi.invitationLinks.accept({ body: { token } })
      window.location.assign(paths.organization.projects(slug))
    },
  })
}

/** The same with a new account. */
export function useJoin(token: string) {
  return useMutation({
    mutationFn: async (values: Omit<Input<(typeof invitationLinks.join)['body']>, 'token'>) => {
      const { slug } = await organizationApi.invitationLinks.join({ body: { ...values, token } })
      window.location.assign(paths.organization.projects(slug))
    },
  })
}
