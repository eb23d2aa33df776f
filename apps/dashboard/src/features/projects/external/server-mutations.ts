import type { Input } from '@colonnade/contracts/foundation/endpoint'
import { type ExternalServerInput, externalServers } from '@colonnade/contracts/projects/external-servers'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { dataApi } from '../../../scope/data-client.ts'
import { keyOf } from '../../../scope/keys/keys.ts'
import { organizationsQuery } from '../../../scope/queries.ts'
import { showProject } from '../mutations.ts'

export type ServerValues = Input<typeof ExternalServerInput>

/** How the server of an external project is reached. */
export const serverQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/external-server', { ref }),
    queryFn: ({ signal }) => dataApi.projectServers.retrieve({ params: { ref }, signal }),
  })

/** Tries a connection; nothing is kept. */
export function useTestServer(slug: string) {
  return useMutation({ mutationFn: (server: ServerValues) => dataApi.externalServers.test({ body: { organization_slug: slug, ...server } }) })
}

/** Creates a project on an existing server and opens it. */
export function useConnectProject(slug: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (body: Omit<Input<typeof externalServers.create.body>, 'organization_slug'>) => {
      const project = await dataApi.externalServers.create({ body: { organization_slug: slug, ...body } })
      showProject(queryClient, project)
      void queryClient.invalidateQueries({ ...organizationsQuery, exact: true })
      await navigate({ to: paths.project.home(project.ref) })
    },
  })
}

/** Moves a project to another address, user or password. */
export function useUpdateServer(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ServerValues) => dataApi.projectServers.update({ params: { ref }, body }),
    onSuccess(server) {
      queryClient.setQueryData(serverQuery(ref).queryKey, server)
      void queryClient.invalidateQueries({ queryKey: keyOf('/platform/projects/{ref}', { ref }) })
    },
  })
}
