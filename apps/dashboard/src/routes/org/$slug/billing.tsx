import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { BillingPage } from '../../../features/billing/billing-page.tsx'

export const Route = createFileRoute('/org/$slug/billing')({
  // what Stripe leads back with
  validateSearch: z.object({ payment: z.string().max(200).optional().catch(undefined) }),
  component: function OrganizationBillingRoute() {
    const { slug } = Route.useParams()
    const { payment: page } = Route.useSearch()
    const navigate = Route.useNavigate()
    const returned = page === undefined ? null : { page, onClose: () => void navigate({ search: {}, replace: true }) }
    return <BillingPage key={slug} slug={slug} returned={returned} />
  },
})
