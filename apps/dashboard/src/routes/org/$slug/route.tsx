import { createFileRoute, Outlet } from '@tanstack/react-router'
import { OrganizationLayout } from '../../../layouts/organization-layout.tsx'
import { FramedPending } from '../../../layouts/page-pending.tsx'
import { organizationQuery, organizationsQuery } from '../../../scope/queries.ts'
import { requireProfile } from '../../../scope/require-profile.ts'

export const Route = createFileRoute('/org/$slug')({
  beforeLoad: requireProfile,
  pendingComponent: FramedPending,
  loader: ({ context: { queryClient }, params: { slug } }) =>
    Promise.all([queryClient.ensureQueryData(organizationsQuery), queryClient.ensureQueryData(organizationQuery(slug))]),
  component: function OrganizationRoute() {
    const { slug } = Route.useParams()
    return (
      <OrganizationLayout slug={slug}>
        <Outlet />
      </OrganizationLayout>
    )
  },
})
