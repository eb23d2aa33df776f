import { createFileRoute } from '@tanstack/react-router'
import { membersQuery } from '../../../features/members/queries.ts'
import { TeamSearch } from '../../../features/members/search.ts'
import { TeamPage } from '../../../features/members/team-page.tsx'

export const Route = createFileRoute('/org/$slug/team')({
  validateSearch: TeamSearch,
  loader: ({ context: { queryClient }, params: { slug } }) => queryClient.ensureQueryData(membersQuery(slug)),
  component: function OrganizationTeamRoute() {
    const { slug } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return <TeamPage key={slug} slug={slug} search={search} onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })} />
  },
})
