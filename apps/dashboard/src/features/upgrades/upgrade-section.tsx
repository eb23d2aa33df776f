import { rehearsalDays } from '@colonnade/contracts/copies/upgrades'
import { Button, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice, failureText } from '../../lib/error-notice.tsx'
import { nounOf } from '../../lib/texts/project-names.ts'
import { whoMay } from '../../lib/texts/who-may.ts'
import { branchesQuery } from '../../scope/branches/branches-query.ts'
import { databasesQuery } from '../../scope/database-source/database-queries.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { postgresVersionsQuery } from '../../scope/postgres-versions/versions-query.ts'
import { useProject } from '../../scope/use-project.ts'
import { newerVersion } from './newer-version.ts'
import { useCancelUpgrade, useLiveUpgrades, useRehearseUpgrade } from './queries.ts'
import { UpgradeDialog } from './upgrade-dialog.tsx'
import { UpgradeOutcome } from './upgrade-outcome.tsx'
import { UpgradeUnderWay } from './upgrade-under-way.tsx'
import { branchesText, passedRehearsal, stayingBranches, upgradeRefusal } from './upgrade-words.ts'

/** Bringing the project to a newer Postgres, and finding out on a copy what that would be. Nothing is shown where there is none, and never was. */
export function UpgradeSection({ projectRef }: { readonly projectRef: string }) {
  const project = useProject(projectRef)
  const { data: versions, error: versionsError, refetch } = useQuery(postgresVersionsQuery)
  const { data: upgrades, error, retry } = useLiveUpgrades(projectRef)
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const { data: databases } = useQuery(databasesQuery(projectRef))
  const { data: branches = [] } = useQuery(branchesQuery(projectRef))
  const rehearse = useRehearseUpgrade(projectRef)
  const cancel = useCancelUpgrade(projectRef)
  const [isAsking, setIsAsking] = useState(false)
  const [openedAt] = useState(() => Date.now())
  const newer = newerVersion(project.db_version, versions)
  const last = upgrades?.[0]
  if (newer === null && last === undefined) {
    // whether there is a newer one is not known
    if (versions !== undefined || versionsError === null) return null
    return <ErrorNotice error={versionsError} subject="Failed to load the versions of Postgres" onRetry={() => void refetch()} />
  }
  const what = nounOf(project)
  const isUnderWay = last !== undefined && last.finished_at === null
  const isCancellable = last?.status === 'REHEARSING' || last?.status === 'UPGRADING'
  const noun = last?.kind === 'upgrade' ? 'upgrade' : 'rehearsal'
  const replicas = databases?.filter(({ database_type: type }) => type === 'READ_REPLICA').length ?? 0
  const isActive = project.status === 'ACTIVE_HEALTHY'
  // it goes on as it was in a moment: until then its buttons wait, and keep the focus
  const isOpening = last?.kind === 'upgrade' && !isUnderWay && (project.status === 'UPGRADING' || project.status === 'RESTORING')
  const question =
    newer === null || isUnderWay
      ? null
      : { upgrades: upgrades ?? [], to: newer, now: openedAt, isActive: isActive || isOpening, replicas, noun: what }
  const versionNow = isActive ? project.db_version : null
  // a branch has none of its own
  const staying = branchesText(project.parent_project_ref === null && newer !== null ? stayingBranches(branches, newer) : 0)
  const rehearsal = question === null ? undefined : passedRehearsal(question.upgrades, question.to, question.now)
  const refusal = question === null || last === undefined ? null : upgradeRefusal(question)
  const begin = () => rehearse.mutate(undefined, { onError: (thrown) => toast.error(failureText('begin the rehearsal', thrown)) })
  const giveUp = (id: string) => cancel.mutate(id, { onError: (thrown) => toast.error(failureText(`cancel the ${noun}`, thrown)) })
  // one button, so that whoever pressed it stays where it is
  const first = isUnderWay
    ? isCancellable && { children: `Cancel the ${noun}`, isPending: cancel.isPending, onClick: () => giveUp(last.id) }
    : newer !== null && {
        children: last === undefined ? 'Rehearse the upgrade' : 'Rehearse again',
        variant: last === undefined ? ('primary' as const) : ('secondary' as const),
        disabled: !isActive && !isOpening,
        isPending: rehearse.isPending || isOpening,
        onClick: begin,
      }
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
          <span className="ml-auto flex flex-wrap gap-2">
            {first !== false && <Button {...first} />}
            {rehearsal !== undefined && (
              <Button variant="primary" disabled={!isActive || replicas > 0} onClick={() => setIsAsking(true)}>
                Upgrade to {newer}
              </Button>
            )}
          </span>
        )}
      </div>
      {mayOperate && refusal !== null && <p className="text-sm text-soft">{refusal}</p>}
      {!mayOperate && question !== null && <p className="text-sm text-soft">{whoMay('projects:operate', `rehearse it, and upgrade the ${what}`)}</p>}
      {question !== null && staying !== null && <p className="text-sm text-soft">{staying}</p>}
      {error !== null && <ErrorNotice error={error} subject="Failed to load the upgrades" onRetry={retry} />}
      {upgrades === undefined && error === null && (
        <output aria-label="Loading the upgrades">
          <Skeleton className="h-16 w-full rounded-lg" />
        </output>
      )}
      {upgrades !== undefined && last === undefined && (
        <p className="text-sm text-soft">
          The rehearsal copies the {what} while it works on, brings the copy to Postgres {newer}, and says how long the {what} would be down, what
          stands in the way, and what is different afterwards. Nothing of the {what} changes. One that comes to its end allows the upgrade for{' '}
          {rehearsalDays} days.
          {!isActive && ` It can be begun while the ${what} is active.`}
        </p>
      )}
      {isUnderWay && <UpgradeUnderWay upgrade={last} noun={what} />}
      {last !== undefined && !isUnderWay && <UpgradeOutcome upgrade={last} now={versionNow} noun={what} />}
      {rehearsal !== undefined && rehearsal.id !== last?.id && <UpgradeOutcome upgrade={rehearsal} now={versionNow} noun={what} />}
      {isAsking && rehearsal !== undefined && (
        <UpgradeDialog project={project} rehearsal={rehearsal} staying={staying} onClose={() => setIsAsking(false)} />
      )}
    </section>
  )
}
