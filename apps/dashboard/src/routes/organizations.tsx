import { createFileRoute } from '@tanstack/react-router'
import { OrganizationList } from '../features/organizations/organization-list.tsx'
import { OrganizationSearch } from '../features/organizations/search.ts'
import { Shell } from '../layouts/shell.tsx'
import { organizationsQuery } from '../scope/queries.ts'
import { requireProfile } from '../scope/require-profile.ts'

export const Route = createFileRoute('/organizations')({
  validateSearch: OrganizationSearch,
  beforeLoad: requireProfile,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(organizationsQuery),
  component: function OrganizationsRoute() {
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <Shell>
        <OrganizationList search={search} onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })} />
      </Shell>
    )
  },
})
