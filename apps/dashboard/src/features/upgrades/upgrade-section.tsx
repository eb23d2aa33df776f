import { Button, Card, Progress, Skeleton, StepList, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useIsAllowed } from '../../scope/permissions.ts'
import { postgresVersionsQuery } from '../../scope/postgres-versions/versions-query.ts'
import { useProject } from '../../scope/use-project.ts'
import { newerVersion } from './newer-version.ts'
import { useCancelUpgrade, useLiveUpgrades, useRehearseUpgrade } from './queries.ts'
import { UpgradeOutcome } from './upgrade-outcome.tsx'
import { upgradeProgress } from './upgrade-words.ts'

/** What bringing the project to a newer Postgres would be, found out on a copy. Nothing is shown where there is none, and never was. */
export function UpgradeSection({ projectRef }: { readonly projectRef: string }) {
  const project = useProject(projectRef)
  const { data: versions } = useQuery(postgresVersionsQuery)
  const { data: upgrades, error, retry } = useLiveUpgrades(projectRef)
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const rehearse = useRehearseUpgrade(projectRef)
  const cancel = useCancelUpgrade(projectRef)
  const newer = newerVersion(project.db_version, versions)
  const last = upgrades?.[0]
  if (newer === null && last === undefined) return null
  const isUnderWay = last?.status === 'REHEARSING'
  const isActive = project.status === 'ACTIVE_HEALTHY'
  const begin = () => rehearse.mutate(undefined, { onError: (thrown) => toast.error(`Failed to begin the rehearsal: ${thrown.message}`) })
  return (
    <section aria-label="Upgrade of Postgres" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg font-semibold">Upgrade of Postgres</h2>
        {newer !== null && (
          <span className="text-sm text-faint tabular-nums">
            {project.db_version} to {newer}
          </span>
        )}
        {mayOperate && (
          <span className="ml-auto flex gap-2">
            {isUnderWay ? (
              <Button
                isPending={cancel.isPending}
                onClick={() => cancel.mutate(last.id, { onError: (thrown) => toast.error(`Failed to cancel the rehearsal: ${thrown.message}`) })}
              >
                Cancel the rehearsal
              </Button>
            ) : (
              newer !== null && (
                <Button variant={last === undefined ? 'primary' : 'secondary'} disabled={!isActive} isPending={rehearse.isPending} onClick={begin}>
                  {last === undefined ? 'Rehearse the upgrade' : 'Rehearse again'}
                </Button>
              )
            )}
          </span>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} subject="Failed to load the rehearsals" onRetry={retry} />}
      {upgrades === undefined && error === null && (
        <output aria-label="Loading the rehearsals">
          <Skeleton className="h-16 w-full rounded-lg" />
        </output>
      )}
      {upgrades !== undefined && last === undefined && (
        <p className="text-sm text-soft">
          The rehearsal copies the project while it works on, brings the copy to Postgres {newer}, and says how long the project would be down, what
          stands in the way, and what is different afterwards. Nothing of the project changes.
          {!isActive && ' It can be begun while the project is active.'}
        </p>
      )}
      {isUnderWay && (
        <Card title="Rehearsing">
          <div className="flex flex-col gap-4 p-4">
            {last.progress !== null && <Progress label="Rows" value={last.progress.bytes_done} max={Math.max(1, last.progress.bytes_total)} />}
            <StepList label="Steps of the rehearsal" className="grid gap-x-8 gap-y-2.5 sm:grid-cols-2" steps={upgradeProgress(last)} />
          </div>
        </Card>
      )}
      {last !== undefined && !isUnderWay && <UpgradeOutcome upgrade={last} />}
    </section>
  )
}
