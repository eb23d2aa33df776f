import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { NewProjectForm } from '../../features/projects/create/new-project-form.tsx'
import { Shell } from '../../layouts/shell.tsx'
import { postgresVersionsQuery } from '../../scope/postgres-versions/versions-query.ts'
import { organizationQuery, organizationsQuery } from '../../scope/queries.ts'
import { requireProfile } from '../../scope/require-profile.ts'

export const Route = createFileRoute('/new/$slug')({
  beforeLoad: requireProfile,
  loader: ({ context: { queryClient }, params: { slug } }) =>
    Promise.all([
      queryClient.ensureQueryData(organizationsQuery),
      queryClient.ensureQueryData(organizationQuery(slug)),
      queryClient.prefetchQuery(postgresVersionsQuery),
    ]),
  component: function NewProjectRoute() {
    const { slug } = Route.useParams()
    const { data: organization } = useSuspenseQuery(organizationQuery(slug))
    return (
      <Shell organization={organization}>
        <NewProjectForm key={slug} organization={organization} />
      </Shell>
    )
  },
})
