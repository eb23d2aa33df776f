import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../../../features/auth-settings/kit/settings-page.tsx'
import { rateLimitsPage } from '../../../../features/auth-settings/pages/protection-pages.ts'
import { authOverviewQuery } from '../../../../features/auth-settings/queries.ts'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/auth/rate-limits')({
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => void queryClient.prefetchQuery(authOverviewQuery(ref)),
  component: function RateLimitsRoute() {
    const { ref } = Route.useParams()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title={rateLimitsPage.title}>
        <SettingsPage projectRef={ref} page={rateLimitsPage} />
      </NeedsCapability>
    )
  },
})
