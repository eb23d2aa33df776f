import { createFileRoute } from '@tanstack/react-router'
import { rateLimitsPage } from '../../../../features/auth-settings/pages/protection-pages.ts'
import { authOverviewQuery } from '../../../../features/auth-settings/queries.ts'
import { RateLimitsPage } from '../../../../features/auth-settings/rate-limits/rate-limits-page.tsx'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/auth/rate-limits')({
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => void queryClient.prefetchQuery(authOverviewQuery(ref)),
  component: function RateLimitsRoute() {
    const { ref } = Route.useParams()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title={rateLimitsPage.title}>
        <RateLimitsPage projectRef={ref} />
      </NeedsCapability>
    )
  },
})
