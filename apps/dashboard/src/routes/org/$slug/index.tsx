import { createFileRoute } from '@tanstack/react-router'
import { OrganizationProjects } from '../../../features/projects/organization-projects.tsx'
import { organizationProjectsQuery } from '../../../scope/queries.ts'

export const Route = createFileRoute('/org/$slug/')({
  loader: ({ context: { queryClient }, params: { slug } }) => queryClient.ensureQueryData(organizationProjectsQuery(slug)),
  component: function OrganizationProjectsRoute() {
    const { slug } = Route.useParams()
    return <OrganizationProjects key={slug} slug={slug} />
  },
})
