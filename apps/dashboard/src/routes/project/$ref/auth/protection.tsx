import { createFileRoute } from '@tanstack/react-router'
import { ProtectionPage } from '../../../../features/auth-settings/protection/protection-page.tsx'
import { protectionPage } from '../../../../features/auth-settings/pages/protection-pages.ts'
import { authOverviewQuery } from '../../../../features/auth-settings/queries.ts'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/auth/protection')({
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => void queryClient.prefetchQuery(authOverviewQuery(ref)),
  component: function ProtectionRoute() {
    const { ref } = Route.useParams()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title={protectionPage.title}>
        <ProtectionPage projectRef={ref} />
      </NeedsCapability>
    )
  },
})
