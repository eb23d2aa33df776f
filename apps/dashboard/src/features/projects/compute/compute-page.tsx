import { Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { Page } from '../../../lib/page.tsx'
import { useIsVisible } from '../../../lib/use-is-visible.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { useProject } from '../../../scope/use-project.ts'
import { diskPollMs } from '../limits.ts'
import { DiskPanel } from './disk-panel.tsx'
import { computePageText } from './messages.ts'
import { dayQuery, diskQuery } from './queries.ts'
import { SizePanel } from './size-panel.tsx'
import { useRates } from './use-rates.ts'

/** How large a project's server is, and what it takes of the disk. */
export function ComputePage({ projectRef }: { readonly projectRef: string }) {
  const project = useProject(projectRef)
  useTitle(computePageText.computeDisk, project.name)
  const isVisible = useIsVisible()
  const isAllowed = useIsAllowed(projectRef)
  const { data: use, error, refetch } = useQuery({ ...diskQuery(projectRef), refetchInterval: isVisible && diskPollMs })
  const { data: samples } = useQuery(dayQuery(projectRef))
  const rates = useRates(use)
  return (
    <Page title={computePageText.computeDisk} width="narrow" description={computePageText.description(project.name)}>
      <SizePanel key={projectRef} project={project} mayResize={isAllowed('projects:operate')} memory={use?.server?.memory_bytes ?? null} />
      {use === undefined && error !== null && (
        <ErrorNotice error={error} subject={computePageText.failedLoadDiskUsage} onRetry={() => void refetch()} />
      )}
      {use === undefined && error === null && (
        <output aria-label={computePageText.loadingDiskUsage} className="block">
          <Skeleton className="w-full rounded-lg" heightPx={240} />
        </output>
      )}
      {use !== undefined && <DiskPanel use={use} rates={rates} samples={samples} />}
    </Page>
  )
}
