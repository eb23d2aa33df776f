import { createFileRoute } from '@tanstack/react-router'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'
import { InfrastructurePage } from '../../../../features/replicas/infrastructure-page.tsx'
import { replicasQuery } from '../../../../features/replicas/queries.ts'
import { upgradesQuery } from '../../../../features/upgrades/queries.ts'
import { UpgradeSection } from '../../../../features/upgrades/upgrade-section.tsx'
import { postgresVersionsQuery } from '../../../../scope/postgres-versions/versions-query.ts'

export const Route = createFileRoute('/project/$ref/settings/infrastructure')({
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => {
    void queryClient.prefetchQuery(replicasQuery(ref))
    void queryClient.prefetchQuery(postgresVersionsQuery)
    void queryClient.prefetchQuery(upgradesQuery(ref))
  },
  component: function InfrastructureRoute() {
    const { ref } = Route.useParams()
    return (
      <NeedsCapability projectRef={ref} capability="replicas" title="Infrastructure">
        <InfrastructurePage projectRef={ref} upgrade={<UpgradeSection projectRef={ref} />} />
      </NeedsCapability>
    )
  },
})
