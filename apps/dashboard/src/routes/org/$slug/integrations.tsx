import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsPage } from '../../../features/webhooks/integrations-page.tsx'

export const Route = createFileRoute('/org/$slug/integrations')({
  component: function OrganizationIntegrationsRoute() {
    const { slug } = Route.useParams()
    return <IntegrationsPage key={slug} slug={slug} />
  },
})
