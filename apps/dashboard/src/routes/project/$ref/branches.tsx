import { createFileRoute } from '@tanstack/react-router'
import { BranchesPage } from '../../../features/branches/branches-page.tsx'
import { branchesQuery } from '../../../features/branches/queries.ts'

export const Route = createFileRoute('/project/$ref/branches')({
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => {
    void queryClient.prefetchQuery(branchesQuery(ref))
  },
  component: function BranchesRoute() {
    const { ref } = Route.useParams()
    return <BranchesPage projectRef={ref} />
  },
})
