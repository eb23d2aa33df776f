import { createFileRoute } from '@tanstack/react-router'
import { InfrastructurePage } from '../../../../features/replicas/infrastructure-page.tsx'
import { replicasQuery } from '../../../../features/replicas/queries.ts'

export const Route = createFileRoute('/project/$ref/settings/infrastructure')({
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => {
    void queryClient.prefetchQuery(replicasQuery(ref))
  },
  component: function InfrastructureRoute() {
    const { ref } = Route.useParams()
    return <InfrastructurePage projectRef={ref} />
  },
})
