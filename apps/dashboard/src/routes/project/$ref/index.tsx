import { createFileRoute } from '@tanstack/react-router'
import { ProjectHome } from '../../../features/projects/home/project-home.tsx'
import { activityQuery, databasesQuery } from '../../../features/projects/queries.ts'
import { projectQuery } from '../../../scope/queries.ts'

export const Route = createFileRoute('/project/$ref/')({
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    const { status } = await queryClient.ensureQueryData(projectQuery(ref))
    if (status !== 'ACTIVE_HEALTHY') return
    // each of the two shows its own failure
    await Promise.all([queryClient.prefetchQuery(databasesQuery(ref)), queryClient.prefetchQuery(activityQuery(ref))])
  },
  component: function ProjectHomeRoute() {
    const { ref } = Route.useParams()
    return <ProjectHome key={ref} projectRef={ref} />
  },
})
