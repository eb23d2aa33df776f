import { createFileRoute } from '@tanstack/react-router'
import { OrganizationList } from '../features/organizations/organization-list.tsx'
import { Shell } from '../layouts/shell.tsx'
import { organizationsQuery } from '../scope/queries.ts'
import { requireProfile } from '../scope/require-profile.ts'

export const Route = createFileRoute('/organizations')({
  beforeLoad: requireProfile,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(organizationsQuery),
  component: function OrganizationsRoute() {
    return (
      <Shell>
        <OrganizationList />
      </Shell>
    )
  },
})
