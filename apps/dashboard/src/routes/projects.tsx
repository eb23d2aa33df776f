import { createFileRoute } from '@tanstack/react-router'
import { AllProjects } from '../features/projects/all-projects.tsx'
import { ProjectSearch } from '../features/projects/list/search.ts'
import { Shell } from '../layouts/shell.tsx'
import { organizationsQuery, projectsQuery } from '../scope/queries.ts'
import { requireProfile } from '../scope/require-profile.ts'

export const Route = createFileRoute('/projects')({
  validateSearch: ProjectSearch,
  beforeLoad: requireProfile,
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(organizationsQuery), queryClient.ensureQueryData(projectsQuery)]),
  component: function ProjectsRoute() {
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <Shell>
        <AllProjects search={search} onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })} />
      </Shell>
    )
  },
})
