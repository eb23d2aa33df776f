import { createFileRoute } from '@tanstack/react-router'
import { backupsQuery } from '../../../../../features/backups/queries.ts'
import { NeedsCapability } from '../../../../../layouts/sections/needs-capability.tsx'
import { ScheduledPage } from '../../../../../features/backups/scheduled-page.tsx'
import { CopyTableBack } from '../../../../../features/table-copies/copy-table-back.tsx'

/** A restored branch has tables to copy back. */
const copyBackTo = (ref: string) => (branchRef: string) => <CopyTableBack projectRef={ref} branchRef={branchRef} />

export const Route = createFileRoute('/project/$ref/database/backups/scheduled')({
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => {
    void queryClient.prefetchQuery(backupsQuery(ref))
  },
  component: function ScheduledRoute() {
    const { ref } = Route.useParams()
    return (
      <NeedsCapability projectRef={ref} capability="backups" title="Backups">
        <ScheduledPage projectRef={ref} copyBack={copyBackTo(ref)} />
      </NeedsCapability>
    )
  },
})
