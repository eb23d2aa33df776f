import { createFileRoute } from '@tanstack/react-router'
import { ComputePage } from '../../../../features/projects/compute/compute-page.tsx'
import { dayQuery, diskQuery } from '../../../../features/projects/compute/queries.ts'

export const Route = createFileRoute('/project/$ref/settings/compute-and-disk')({
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => {
    void queryClient.prefetchQuery(diskQuery(ref))
    void queryClient.prefetchQuery(dayQuery(ref))
  },
  component: function ComputeRoute() {
    const { ref } = Route.useParams()
    return <ComputePage projectRef={ref} />
  },
})
