import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { InviteDialog } from '../../../features/invitations/invite-dialog.tsx'
import { PendingInvitations } from '../../../features/invitations/pending-invitations.tsx'
import { membersQuery } from '../../../scope/clients/members-query.ts'
import { TeamSearch } from '../../../features/members/search.ts'
import { TeamPage } from '../../../features/members/team-page.tsx'
import { RoleList } from '../../../features/organization-roles/role-list.tsx'
import { useAsked } from '../../../lib/asked/use-asked.ts'
import { rolesQuery } from '../../../scope/clients/roles-query.ts'
import { isAllowed } from '../../../scope/permissions.ts'
import { organizationProjectsQuery, organizationQuery } from '../../../scope/queries.ts'

export const Route = createFileRoute('/org/$slug/team')({
  validateSearch: TeamSearch,
  loader: ({ context: { queryClient }, params: { slug } }) => {
    void queryClient.prefetchQuery(rolesQuery(slug))
    return Promise.all([queryClient.ensureQueryData(membersQuery(slug)), queryClient.ensureQueryData(organizationProjectsQuery(slug))])
  },
  component: function OrganizationTeamRoute() {
    const { slug } = Route.useParams()
    const { data: organization } = useSuspenseQuery(organizationQuery(slug))
    const { data: members } = useSuspenseQuery(membersQuery(slug))
    const [isInviting, setIsInviting] = useState(false)
    const mayInvite = isAllowed(organization, 'members:manage')
    useAsked('invite', mayInvite, () => setIsInviting(true))
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <TeamPage
        key={slug}
        slug={slug}
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        roleList={<RoleList organization={organization} members={members} />}
        onInvite={mayInvite ? () => setIsInviting(true) : undefined}
      >
        {mayInvite && <PendingInvitations organization={organization} />}
        {isInviting && <InviteDialog organization={organization} onClose={() => setIsInviting(false)} />}
      </TeamPage>
    )
  },
})
