import { createFileRoute } from '@tanstack/react-router'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'
import { ComputePage } from '../../../../features/projects/compute/compute-page.tsx'
import { dayQuery, diskQuery } from '../../../../features/projects/compute/queries.ts'
import { projectQuery } from '../../../../scope/queries.ts'

export const Route = createFileRoute('/project/$ref/settings/compute-and-disk')({
  // started, not awaited: the page shows at once
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    const { capabilities } = await queryClient.ensureQueryData(projectQuery(ref))
    if (!capabilities.includes('machine')) return
    void queryClient.prefetchQuery(diskQuery(ref))
    void queryClient.prefetchQuery(dayQuery(ref))
  },
  component: function ComputeRoute() {
    const { ref } = Route.useParams()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Compute and disk">
        <ComputePage projectRef={ref} />
      </NeedsCapability>
    )
  },
})
