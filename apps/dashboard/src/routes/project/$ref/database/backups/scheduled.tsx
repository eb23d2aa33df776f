import { createFileRoute } from '@tanstack/react-router'
import { backupsQuery } from '../../../../../features/backups/queries.ts'
import { ScheduledPage } from '../../../../../features/backups/scheduled-page.tsx'

export const Route = createFileRoute('/project/$ref/database/backups/scheduled')({
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => {
    void queryClient.prefetchQuery(backupsQuery(ref))
  },
  component: function ScheduledRoute() {
    const { ref } = Route.useParams()
    return <ScheduledPage projectRef={ref} />
  },
})
