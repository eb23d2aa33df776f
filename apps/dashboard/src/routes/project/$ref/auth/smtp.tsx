import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../../../features/auth-settings/kit/settings-page.tsx'
import { smtpPage } from '../../../../features/auth-settings/pages/service-pages.ts'
import { authOverviewQuery } from '../../../../features/auth-settings/queries.ts'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/auth/smtp')({
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => void queryClient.prefetchQuery(authOverviewQuery(ref)),
  component: function SmtpRoute() {
    const { ref } = Route.useParams()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title={smtpPage.title}>
        <SettingsPage projectRef={ref} page={smtpPage} />
      </NeedsCapability>
    )
  },
})
