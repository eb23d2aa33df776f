import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { NeedsCapability } from '../../../layouts/sections/needs-capability.tsx'
import { BranchesPage } from '../../../features/branches/branches-page.tsx'
import { MergePage } from '../../../features/branches/merge/merge-page.tsx'
import { useFocusOnNext } from '../../../lib/use-focus-on-next.ts'
import { branchesQuery } from '../../../scope/branches/branches-query.ts'

/** The branch whose merge is reviewed, or whether a new branch is asked for. */
const BranchSearch = z.object({ merge: z.string().optional().catch(undefined), act: z.literal('create').optional().catch(undefined) })

export const Route = createFileRoute('/project/$ref/branches')({
  validateSearch: BranchSearch,
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => {
    void queryClient.prefetchQuery(branchesQuery(ref))
  },
  component: function BranchesRoute() {
    const { ref } = Route.useParams()
    const { merge, act } = Route.useSearch()
    const navigate = Route.useNavigate()
    useFocusOnNext(merge)
    return (
      <NeedsCapability projectRef={ref} capability="copies" title="Branches">
        {merge === undefined ? (
          <BranchesPage projectRef={ref} isNewAsked={act === 'create'} onNewClosed={() => void navigate({ search: {}, replace: true })} />
        ) : (
          <MergePage key={merge} projectRef={ref} branchId={merge} />
        )}
      </NeedsCapability>
    )
  },
})
