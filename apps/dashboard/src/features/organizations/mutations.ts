import type { Input } from '@colonnade/contracts/foundation/endpoint'
import type { OrganizationInput } from '@colonnade/contracts/organizations/organizations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { api } from '../../scope/client.ts'
import { organizationProjectsQuery, organizationQuery, organizationsQuery } from '../../scope/queries.ts'

/** Creates an organization and goes there. */
export function useCreateOrganization() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (body: Input<typeof OrganizationInput>) => {
      const organization = await api.organizations.create({ body })
      queryClient.setQueryData(organizationsQuery.queryKey, (all) => [...(all ?? []), organization])
      queryClient.setQueryData(organizationQuery(organization.slug).queryKey, organization)
      queryClient.setQueryData(organizationProjectsQuery(organization.slug).queryKey, [])
      void queryClient.invalidateQueries({ ...organizationsQuery, exact: true })
      await navigate({ to: paths.organization.projects(organization.slug) })
    },
  })
}

export function useRenameOrganization(slug: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly name: string }) => api.organizations.update({ params: { slug }, body }),
    onSuccess: (organization) => {
      queryClient.setQueryData(organizationQuery(slug).queryKey, organization)
      void queryClient.invalidateQueries({ ...organizationsQuery, exact: true })
    },
  })
}

/** Deletes an organization that owns nothing, and leaves its pages. */
export function useRemoveOrganization(slug: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.organizations.remove({ params: { slug } }),
    onSuccess: async () => {
      queryClient.setQueryData(organizationsQuery.queryKey, (all) => all?.filter((other) => other.slug !== slug))
      await navigate({ to: paths.organizations })
      queryClient.removeQueries({ queryKey: organizationQuery(slug).queryKey })
      void queryClient.invalidateQueries({ ...organizationsQuery, exact: true })
    },
  })
}
