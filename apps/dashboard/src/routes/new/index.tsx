import { createFileRoute } from '@tanstack/react-router'
import { NewOrganizationForm } from '../../features/organizations/new-organization-form.tsx'
import { Shell } from '../../layouts/shell.tsx'
import { organizationsQuery } from '../../scope/queries.ts'
import { requireProfile } from '../../scope/require-profile.ts'

export const Route = createFileRoute('/new/')({
  beforeLoad: requireProfile,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(organizationsQuery),
  component: function NewOrganizationRoute() {
    return (
      <Shell>
        <NewOrganizationForm />
      </Shell>
    )
  },
})
