import { createFileRoute } from '@tanstack/react-router'
import { NeedsCapability } from '../../../../../layouts/sections/needs-capability.tsx'
import { PitrPage } from '../../../../../features/backups/pitr/pitr-page.tsx'
import { backupsQuery } from '../../../../../features/backups/queries.ts'
import { addonsQuery } from '../../../../../scope/database-source/addon-queries.ts'
import { CopyTableBack } from '../../../../../features/table-copies/copy-table-back.tsx'

/** A restored branch has tables to copy back. */
const copyBackTo = (ref: string) => (branchRef: string) => <CopyTableBack projectRef={ref} branchRef={branchRef} />

export const Route = createFileRoute('/project/$ref/database/backups/pitr')({
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => {
    void queryClient.prefetchQuery(backupsQuery(ref))
    // what it costs
    void queryClient.prefetchQuery(addonsQuery(ref))
  },
  component: function PitrRoute() {
    const { ref } = Route.useParams()
    return (
      <NeedsCapability projectRef={ref} capability="backups" title="Point-in-time recovery">
        <PitrPage projectRef={ref} copyBack={copyBackTo(ref)} />
      </NeedsCapability>
    )
  },
})
