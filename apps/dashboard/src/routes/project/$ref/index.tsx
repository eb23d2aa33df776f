import { createFileRoute } from '@tanstack/react-router'
import { ProjectHome } from '../../../features/projects/home/project-home.tsx'

export const Route = createFileRoute('/project/$ref/')({
  component: function ProjectHomeRoute() {
    const { ref } = Route.useParams()
    return <ProjectHome key={ref} projectRef={ref} />
  },
})
