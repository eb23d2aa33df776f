import { createFileRoute } from '@tanstack/react-router'
import { AppsPage } from '../../../features/apps/apps-page.tsx'
import { OrganizationSettingsLayout } from '../../../layouts/sections/organization-settings-layout.tsx'

export const Route = createFileRoute('/org/$slug/apps')({
  component: function OrganizationAppsRoute() {
    const { slug } = Route.useParams()
    return (
      <OrganizationSettingsLayout slug={slug}>
        <AppsPage key={slug} slug={slug} />
      </OrganizationSettingsLayout>
    )
  },
})
