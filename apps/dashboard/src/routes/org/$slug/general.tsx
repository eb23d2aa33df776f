import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { membersQuery } from '../../../scope/clients/members-query.ts'
import { GeneralPage } from '../../../features/organizations/general-page.tsx'
import { OrganizationSettingsLayout } from '../../../layouts/sections/organization-settings-layout.tsx'

export const Route = createFileRoute('/org/$slug/general')({
  component: function OrganizationGeneralRoute() {
    const { slug } = Route.useParams()
    const members = useQuery(membersQuery(slug))
    return (
      <OrganizationSettingsLayout slug={slug}>
        <GeneralPage key={slug} slug={slug} members={members} />
      </OrganizationSettingsLayout>
    )
  },
})
