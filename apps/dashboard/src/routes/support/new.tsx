import { createFileRoute } from '@tanstack/react-router'
import { SupportPage } from '../../features/support-tickets/create/support-page.tsx'
import { SupportQuery } from '../../features/support-tickets/create/support-query.ts'
import { Shell } from '../../layouts/shell.tsx'
import { organizationsQuery, projectsQuery } from '../../scope/queries.ts'
import { requireProfile } from '../../scope/require-profile.ts'

export const Route = createFileRoute('/support/new')({
  validateSearch: SupportQuery,
  beforeLoad: requireProfile,
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(organizationsQuery), queryClient.ensureQueryData(projectsQuery)]),
  component: function SupportRoute() {
    const { ref, category, subject, error } = Route.useSearch()
    return (
      <Shell>
        <SupportPage query={{ ref, category, subject, error }} />
      </Shell>
    )
  },
})
