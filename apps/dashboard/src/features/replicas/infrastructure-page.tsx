import { maxReplicas } from '@colonnade/contracts/copies/replicas'
import type { Region } from '@colonnade/contracts/projects/projects'
import { Badge, Button, EmptyState, SegmentedControl, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { CopyPlus, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { computeName, regionName } from '../../lib/texts/project-names.ts'
import { statusLooks } from '../../lib/texts/project-status.ts'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useIsNarrow } from '../../lib/use-is-narrow.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import { CreateReplicaDialog } from './create-replica-dialog.tsx'
import { infrastructurePageText } from './messages.ts'
import { lagQuery, useLiveReplicas } from './queries.ts'
import { PromotionCard } from './promotion/promotion-card.tsx'
import { promotionsQuery } from './promotion/promotion-queries.ts'
import { isPending } from './promotion/promotion-words.ts'
import { VersionNote } from './version-note.tsx'
import { RegionMap } from './region-map.tsx'
import { ReplicaCard } from './replica-card.tsx'

/** Shows the primary, the upgrade and the read replicas of a project. */
export function InfrastructurePage({ projectRef, upgrade }: { readonly projectRef: string; readonly upgrade: ReactNode }) {
  const project = useProject(projectRef)
  useTitle(infrastructurePageText.infrastructure, project.name)
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const isActive = project.status === 'ACTIVE_HEALTHY'
  const { data: replicas, error, retry } = useLiveReplicas(projectRef)
  const { data: promotions } = useQuery(promotionsQuery(projectRef))
  const last = promotions?.[0]
  const isPromoting = last !== undefined && isPending(last)
  // a primary that is stopped or being replaced doesn't report lag
  const isTelling = isActive && !isPromoting
  const { data: lags } = useQuery({ ...lagQuery(projectRef), enabled: isTelling && (replicas?.length ?? 0) > 0 })
  const isNarrow = useIsNarrow()
  const [chosen, setChosen] = useState<'map' | 'list' | null>(null)
  // a map is useless when everything runs on this machine
  const isElsewhere = [project, ...(replicas ?? [])].some((server) => server.region !== 'local')
  const view = chosen ?? (isElsewhere && !isNarrow ? 'map' : 'list')
  const [region, setRegion] = useState<Region | null>(null)
  const isFull = (replicas?.length ?? 0) >= maxReplicas
  const mayCreate = mayOperate && isActive && !isFull && replicas !== undefined
  const ask = mayCreate ? setRegion : undefined
  const create = (
    <Button variant="primary" disabled={!mayCreate} onClick={() => setRegion('local')}>
      <Plus aria-hidden />
      {infrastructurePageText.newReadReplica}
    </Button>
  )
  return (
    <Page title={infrastructurePageText.infrastructure} description={infrastructurePageText.description}>
      <section
        aria-label={infrastructurePageText.primaryDatabase}
        className="flex flex-wrap items-center gap-x-6 gap-y-1 rounded-lg border bg-surface px-4 py-3 text-sm"
      >
        <h2 className="font-medium">{infrastructurePageText.primaryDatabase}</h2>
        <span className="text-soft">{regionName(project.region)}</span>
        <span className="text-soft">{computeName(project.compute)}</span>
        {!isActive && <Badge tone={statusLooks[project.status].tone}>{statusLooks[project.status].label}</Badge>}
        {project.db_version !== null && <VersionNote version={project.db_version} />}
      </section>
      {last !== undefined && <PromotionCard promotion={last} />}
      {upgrade}
      <section aria-label={infrastructurePageText.readReplicas} className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-lg font-semibold">{infrastructurePageText.readReplicas}</h2>
          {replicas !== undefined && <span className="text-sm text-faint">{infrastructurePageText.countOf(replicas.length, maxReplicas)}</span>}
          <span className="ml-auto flex flex-wrap items-center gap-2">
            <SegmentedControl
              label={infrastructurePageText.view}
              value={view}
              onValueChange={setChosen}
              options={[
                { value: 'map', label: infrastructurePageText.map },
                { value: 'list', label: infrastructurePageText.list },
              ]}
            />
            {mayOperate && create}
          </span>
        </div>
        {!mayOperate && <p className="text-sm text-soft">{whoMay('projects:operate', infrastructurePageText.manageReplicas)}</p>}
        {mayOperate && !isPromoting && <WhyNot isActive={isActive} isFull={isFull} />}
        {error !== null && <ErrorNotice error={error} onRetry={retry} />}
        {view === 'map' && <RegionMap project={project} replicas={replicas} onCreate={ask} />}
        {replicas === undefined && error === null && (
          <output aria-label={infrastructurePageText.loadingReplicas} className="flex flex-col gap-3">
            <Skeleton className="h-24 w-full rounded-lg" />
          </output>
        )}
        {replicas?.length === 0 && (
          <EmptyState icon={<CopyPlus aria-hidden />} title={infrastructurePageText.noReadReplicas} action={mayOperate ? create : undefined}>
            {infrastructurePageText.emptyBody}
          </EmptyState>
        )}
        {replicas !== undefined && replicas.length > 0 && (
          <ul aria-label={infrastructurePageText.replicas} className="flex flex-col gap-3">
            {replicas.map((replica) => (
              <ReplicaCard
                key={replica.identifier}
                project={project}
                others={replicas.length - 1}
                replica={replica}
                lag={isTelling ? lags?.find(({ identifier }) => identifier === replica.identifier) : undefined}
                mayOperate={mayOperate}
                isActive={isActive}
                isPromoting={isPromoting}
              />
            ))}
          </ul>
        )}
      </section>
      <CreateReplicaDialog project={project} region={region} onClose={() => setRegion(null)} />
    </Page>
  )
}

/** Says why no other replica can be created now. */
function WhyNot({ isActive, isFull }: { readonly isActive: boolean; readonly isFull: boolean }) {
  if (isActive && !isFull) return null
  return <p className="text-sm text-soft">{isFull ? infrastructurePageText.limitReached(maxReplicas) : infrastructurePageText.whenActive}</p>
}
