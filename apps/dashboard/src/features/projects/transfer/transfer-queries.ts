import type { Project } from '@colonnade/contracts/projects/projects'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../../scope/data-client.ts'
import { keyOf } from '../../../scope/keys/keys.ts'
import { organizationQuery, organizationsQuery } from '../../../scope/queries.ts'
import { showProject } from '../mutations.ts'

/** What it would mean for a project to go over to an organization, as it is now. */
export const transferPreviewQuery = (ref: string, slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/transfer', { ref }, slug),
    queryFn: ({ signal }) => dataApi.projectTransfers.retrieve({ params: { ref }, query: { organization_slug: slug }, signal }),
    staleTime: 0,
  })

/** Afterwards rights, plans and lists are others. */
export function useTransferProject({ ref, organization_slug: from }: Pick<Project, 'ref' | 'organization_slug'>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (to: string) => {
      const project = await dataApi.projectTransfers.create({ params: { ref }, body: { organization_slug: to } })
      // the page shows the project as the other organization's: what that allows has to be there
      await queryClient.fetchQuery({ ...organizationQuery(to), staleTime: 0 })
      showProject(queryClient, project)
      void queryClient.invalidateQueries({ ...organizationsQuery, exact: true })
      void queryClient.invalidateQueries({ queryKey: keyOf('/platform/organizations/{slug}', { slug: from }) })
      void queryClient.invalidateQueries({ queryKey: keyOf('/platform/projects/{ref}', { ref }) })
      return project
    },
    // what stands in the way may be new
    onError: () => void queryClient.invalidateQueries({ queryKey: keyOf('/platform/projects/{ref}/transfer', { ref }) }),
  })
}
