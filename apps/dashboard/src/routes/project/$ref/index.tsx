import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AdviceCard } from '../../../features/lints/advice-card.tsx'
import { lintsQuery } from '../../../features/lints/queries.ts'
import { ProjectHome } from '../../../features/projects/home/project-home.tsx'
import { headStartMs } from '../../../features/projects/limits.ts'
import { CopyTableBack } from '../../../features/table-copies/copy-table-back.tsx'
import { activityQuery, healthQuery, samplesQuery } from '../../../features/projects/queries.ts'
import { loaded } from '../../../lib/late/loaded.ts'
import { databasesQuery } from '../../../scope/database-source/database-queries.ts'
import { projectQuery } from '../../../scope/queries.ts'

const BranchStrip = lazy(loaded(() => import('../../../features/branches/branch-strip.tsx'), 'BranchStrip'))

export const Route = createFileRoute('/project/$ref/')({
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    const { status, sleep } = await queryClient.ensureQueryData(projectQuery(ref))
    if (status !== 'ACTIVE_HEALTHY' || sleep !== 'awake') return
    // started, not awaited: each part of the page shows its own waiting and its own failure
    void queryClient.prefetchQuery(healthQuery(ref))
    void queryClient.prefetchQuery(samplesQuery(ref))
    void queryClient.prefetchQuery(lintsQuery(ref))
    void queryClient.prefetchQuery(databasesQuery(ref))
    // but whether there are tables decides what stands on the page, so it gets a head start
    await Promise.race([queryClient.prefetchQuery(activityQuery(ref)), new Promise((resolve) => setTimeout(resolve, headStartMs))])
  },
  component: function ProjectHomeRoute() {
    const { ref } = Route.useParams()
    return (
      <ProjectHome
        key={ref}
        projectRef={ref}
        advice={<AdviceCard projectRef={ref} />}
        branch={
          <Suspense>
            <BranchStrip projectRef={ref} copyBack={<CopyTableBack projectRef={ref} branchRef={ref} />} />
          </Suspense>
        }
      />
    )
  },
})
