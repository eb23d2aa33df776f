import { createFileRoute } from '@tanstack/react-router'
import { GeneralPage } from '../../../features/organizations/general-page.tsx'
import { OrganizationSettingsLayout } from '../../../layouts/sections/organization-settings-layout.tsx'
import { organizationProjectsQuery } from '../../../scope/queries.ts'

export const Route = createFileRoute('/org/$slug/general')({
  loader: ({ context: { queryClient }, params: { slug } }) => queryClient.ensureQueryData(organizationProjectsQuery(slug)),
  component: function OrganizationGeneralRoute() {
    const { slug } = Route.useParams()
    return (
      <OrganizationSettingsLayout slug={slug}>
        <GeneralPage key={slug} slug={slug} />
      </OrganizationSettingsLayout>
    )
  },
})
