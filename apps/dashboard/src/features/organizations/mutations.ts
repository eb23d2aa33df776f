import type { Input, OrganizationInput } from '@colonnade/contracts'
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
