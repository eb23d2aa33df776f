import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '../../../features/audit-log/audit-page.tsx'
import { AuditSearch } from '../../../features/audit-log/search.ts'
import { OrganizationSettingsLayout } from '../../../layouts/sections/organization-settings-layout.tsx'
import { membersQuery } from '../../../scope/clients/members-query.ts'
import { organizationProjectsQuery } from '../../../scope/queries.ts'

export const Route = createFileRoute('/org/$slug/audit')({
  validateSearch: AuditSearch,
  loader: ({ context: { queryClient }, params: { slug } }) =>
    Promise.all([queryClient.ensureQueryData(organizationProjectsQuery(slug)), queryClient.ensureQueryData(membersQuery(slug))]),
  component: function OrganizationAuditRoute() {
    const { slug } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <OrganizationSettingsLayout slug={slug}>
        <AuditPage key={slug} slug={slug} search={search} onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })} />
      </OrganizationSettingsLayout>
    )
  },
})
