import { createFileRoute } from '@tanstack/react-router'
import { MyTicketsPage } from '../../features/support-tickets/my-tickets-page.tsx'
import { Shell } from '../../layouts/shell.tsx'
import { organizationsQuery } from '../../scope/queries.ts'
import { requireProfile } from '../../scope/require-profile.ts'

export const Route = createFileRoute('/support/tickets')({
  beforeLoad: requireProfile,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(organizationsQuery),
  component: function TicketsRoute() {
    return (
      <Shell>
        <MyTicketsPage />
      </Shell>
    )
  },
})
