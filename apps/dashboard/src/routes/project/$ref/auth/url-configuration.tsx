import { createFileRoute } from '@tanstack/react-router'
import { urlConfigurationPage } from '../../../../features/auth-settings/pages/service-pages.ts'
import { authOverviewQuery } from '../../../../features/auth-settings/queries.ts'
import { UrlConfigurationPage } from '../../../../features/auth-settings/url-configuration/url-configuration-page.tsx'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/auth/url-configuration')({
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => void queryClient.prefetchQuery(authOverviewQuery(ref)),
  component: function UrlConfigurationRoute() {
    const { ref } = Route.useParams()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title={urlConfigurationPage.title}>
        <UrlConfigurationPage projectRef={ref} />
      </NeedsCapability>
    )
  },
})
