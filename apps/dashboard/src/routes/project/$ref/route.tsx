import { createFileRoute, Outlet } from '@tanstack/react-router'
import { FramedPending } from '../../../layouts/page-pending.tsx'
import { ProjectLayout } from '../../../layouts/project-layout.tsx'
import { organizationQuery, organizationsQuery, projectQuery } from '../../../scope/queries.ts'
import { requireProfile } from '../../../scope/require-profile.ts'

export const Route = createFileRoute('/project/$ref')({
  beforeLoad: requireProfile,
  pendingComponent: FramedPending,
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    const organizations = queryClient.ensureQueryData(organizationsQuery)
    const project = await queryClient.ensureQueryData(projectQuery(ref))
    await Promise.all([organizations, queryClient.ensureQueryData(organizationQuery(project.organization_slug))])
  },
  component: function ProjectRoute() {
    const { ref } = Route.useParams()
    return (
      <ProjectLayout projectRef={ref}>
        <Outlet />
      </ProjectLayout>
    )
  },
})
