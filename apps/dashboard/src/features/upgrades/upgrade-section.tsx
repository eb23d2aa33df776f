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
import { upgradeSectionText } from './messages.ts'
import { newerVersion } from './newer-version.ts'
import { useCancelUpgrade, useLiveUpgrades, useRehearseUpgrade } from './queries.ts'
import { UpgradeDialog } from './upgrade-dialog.tsx'
import { UpgradeOutcome } from './upgrade-outcome.tsx'
import { UpgradeUnderWay } from './upgrade-under-way.tsx'
import { branchesText, passedRehearsal, stayingBranches, upgradeRefusal } from './upgrade-words.ts'

/** Upgrades a project to a newer Postgres, after a rehearsal on a copy. Hidden without a newer version and without earlier upgrades. */
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
    // a newer version may exist
    if (versions !== undefined || versionsError === null) return null
    return <ErrorNotice error={versionsError} subject={upgradeSectionText.versionsFailed} onRetry={() => void refetch()} />
  }
  const what = nounOf(project)
  const isUnderWay = last !== undefined && last.finished_at === null
  const isCancellable = last?.status === 'REHEARSING' || last?.status === 'UPGRADING'
  const noun = last?.kind === 'upgrade' ? 'upgrade' : 'rehearsal'
  const replicas = databases?.filter(({ database_type: type }) => type === 'READ_REPLICA').length ?? 0
  const isActive = project.status === 'ACTIVE_HEALTHY'
  // it's back online in a moment; until then its buttons wait and keep the focus
  const isOpening = last?.kind === 'upgrade' && !isUnderWay && (project.status === 'UPGRADING' || project.status === 'RESTORING')
  const question =
    newer === null || isUnderWay
      ? null
      : { upgrades: upgrades ?? [], to: newer, now: openedAt, isActive: isActive || isOpening, replicas, noun: what }
  const versionNow = isActive ? project.db_version : null
  // a branch has no branches
  const staying = branchesText(project.parent_project_ref === null && newer !== null ? stayingBranches(branches, newer) : 0)
  const rehearsal = question === null ? undefined : passedRehearsal(question.upgrades, question.to, question.now)
  const refusal = question === null || last === undefined ? null : upgradeRefusal(question)
  const begin = () => rehearse.mutate(undefined, { onError: (thrown) => toast.error(failureText(upgradeSectionText.rehearseAction, thrown)) })
  const giveUp = (id: string) => cancel.mutate(id, { onError: (thrown) => toast.error(failureText(upgradeSectionText.cancelAction[noun], thrown)) })
  // one button, so that it keeps the focus when its action changes
  const first = isUnderWay
    ? isCancellable && { children: upgradeSectionText.cancel[noun], isPending: cancel.isPending, onClick: () => giveUp(last.id) }
    : newer !== null && {
        children: last === undefined ? upgradeSectionText.rehearseUpgrade : upgradeSectionText.rehearseAgain,
        variant: last === undefined ? ('primary' as const) : ('secondary' as const),
        disabled: !isActive && !isOpening,
        isPending: rehearse.isPending || isOpening,
        onClick: begin,
      }
  return (
    <section aria-label={upgradeSectionText.title} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg font-semibold">{upgradeSectionText.title}</h2>
        {newer !== null && <span className="text-sm text-faint tabular-nums">{upgradeSectionText.fromTo(project.db_version, newer)}</span>}
        {mayOperate && (
          <span className="ml-auto flex flex-wrap gap-2">
            {first !== false && <Button {...first} />}
            {rehearsal !== undefined && newer !== null && (
              <Button variant="primary" disabled={!isActive || replicas > 0} onClick={() => setIsAsking(true)}>
                {upgradeSectionText.upgradeTo(newer)}
              </Button>
            )}
          </span>
        )}
      </div>
      {mayOperate && refusal !== null && <p className="text-sm text-soft">{refusal}</p>}
      {!mayOperate && question !== null && (
        <p className="text-sm text-soft">{whoMay('projects:operate', upgradeSectionText.rehearseAndUpgrade(what))}</p>
      )}
      {question !== null && staying !== null && <p className="text-sm text-soft">{staying}</p>}
      {error !== null && <ErrorNotice error={error} subject={upgradeSectionText.upgradesFailed} onRetry={retry} />}
      {upgrades === undefined && error === null && (
        <output aria-label={upgradeSectionText.loading}>
          <Skeleton className="h-16 w-full rounded-lg" />
        </output>
      )}
      {upgrades !== undefined && last === undefined && newer !== null && (
        <p className="text-sm text-soft">
          {upgradeSectionText.intro(what, newer, rehearsalDays)}
          {!isActive && ` ${upgradeSectionText.whenActive(what)}`}
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
