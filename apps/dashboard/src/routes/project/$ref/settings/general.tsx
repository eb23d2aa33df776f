import { createFileRoute } from '@tanstack/react-router'
import { GeneralPage } from '../../../../features/projects/general-page.tsx'

export const Route = createFileRoute('/project/$ref/settings/general')({
  component: function GeneralRoute() {
    const { ref } = Route.useParams()
    return <GeneralPage projectRef={ref} />
  },
})
