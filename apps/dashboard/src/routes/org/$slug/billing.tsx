import { createFileRoute } from '@tanstack/react-router'
import { BillingPage } from '../../../features/billing/billing-page.tsx'

export const Route = createFileRoute('/org/$slug/billing')({
  component: function OrganizationBillingRoute() {
    const { slug } = Route.useParams()
    return <BillingPage key={slug} slug={slug} />
  },
})
