import { createFileRoute } from '@tanstack/react-router'
import { ProjectSearch } from '../../../features/projects/list/search.ts'
import { OrganizationProjects } from '../../../features/projects/organization-projects.tsx'
import { organizationProjectsQuery } from '../../../scope/queries.ts'

export const Route = createFileRoute('/org/$slug/')({
  validateSearch: ProjectSearch.omit({ org: true }),
  loader: ({ context: { queryClient }, params: { slug } }) => queryClient.ensureQueryData(organizationProjectsQuery(slug)),
  component: function OrganizationProjectsRoute() {
    const { slug } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <OrganizationProjects
        key={slug}
        slug={slug}
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    )
  },
})
