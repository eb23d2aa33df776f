import { Tabs } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { FeedbackList, FeedbackTab } from '../../features/feedback/feedback-list.tsx'
import { type TicketFilter, ticketFilterOptions } from '../../features/support-tickets/filters.ts'
import { TicketQueue, TicketsTab } from '../../features/support-tickets/ticket-queue.tsx'
import { Shell } from '../../layouts/shell.tsx'
import { OwnerOnly } from '../../lib/owner-only.tsx'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { organizationsQuery, profileQuery } from '../../scope/queries.ts'
import { requireProfile } from '../../scope/require-profile.ts'

const title = 'Inbox of this installation'

export const Route = createFileRoute('/installation/inbox')({
  validateSearch: z.object({
    tab: z.enum(['feedback', 'tickets']).optional().catch(undefined),
    status: z
      .enum(ticketFilterOptions.map(({ value }) => value))
      .optional()
      .catch(undefined),
  }),
  beforeLoad: requireProfile,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(organizationsQuery),
  component: function InboxRoute() {
    const { data: profile } = useSuspenseQuery(profileQuery)
    return <Shell>{profile.is_installation_owner ? <Inbox /> : <NotYours />}</Shell>
  },
})

function NotYours() {
  return (
    <OwnerOnly title={title} instead={{ to: paths.supportTickets, label: 'My tickets' }}>
      Your own tickets and their answers are under My tickets.
    </OwnerOnly>
  )
}

function Inbox() {
  useTitle(title)
  const { tab = 'feedback', status = 'open' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const filterTickets = (next: TicketFilter) => void navigate({ search: { tab, status: next }, replace: true })
  const tickets = <TicketQueue filter={status} onFilterChange={filterTickets} />
  return (
    <Page width="narrow" title={title} description="Feedback and support tickets from people who use this installation.">
      <Tabs
        label="Inbox"
        value={tab}
        onValueChange={(next) => void navigate({ search: { tab: next }, replace: true })}
        panelClassName="pt-4"
        tabs={[
          { value: 'feedback', label: <FeedbackTab />, content: <FeedbackList /> },
          { value: 'tickets', label: <TicketsTab />, content: tickets },
        ]}
      />
    </Page>
  )
}
