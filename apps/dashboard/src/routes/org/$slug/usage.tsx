import { createFileRoute } from '@tanstack/react-router'
import { UsageSearch } from '../../../features/usage/search.ts'
import { UsagePage } from '../../../features/usage/usage-page.tsx'
import { organizationProjectsQuery } from '../../../scope/queries.ts'

export const Route = createFileRoute('/org/$slug/usage')({
  validateSearch: UsageSearch,
  loader: ({ context: { queryClient }, params: { slug } }) => queryClient.ensureQueryData(organizationProjectsQuery(slug)),
  component: function OrganizationUsageRoute() {
    const { slug } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <UsagePage key={slug} slug={slug} search={search} onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })} />
    )
  },
})
