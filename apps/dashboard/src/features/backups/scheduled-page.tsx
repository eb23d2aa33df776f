import type { Backup, BackupReport } from '@colonnade/contracts/copies/backups'
import { upgradeBackupDays } from '@colonnade/contracts/copies/rules'
import { Button, EmptyState, Skeleton, toast } from '@colonnade/ui'
import { DatabaseBackup } from 'lucide-react'
import { useState } from 'react'
import { useAsked } from '../../lib/asked/use-asked.ts'
import { ErrorNotice, failureText } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import { momentText } from './backup-looks.ts'
import { BackupCard } from './backup-card.tsx'
import { BackupTabs } from './backup-tabs.tsx'
import { useCreateBackup, useRestoreBackup } from './mutations.ts'
import { useLiveBackups } from './queries.ts'
import { RestoreList } from './restore-list.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { majorOf } from './restored-version.ts'

/** The project's backups: what there is, whether it was proved, and what is being restored. */
export function ScheduledPage({ projectRef }: { readonly projectRef: string }) {
  const project = useProject(projectRef)
  useTitle('Backups', project.name)
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const isActive = project.status === 'ACTIVE_HEALTHY'
  const { data: report, error, retry } = useLiveBackups(projectRef)
  const create = useCreateBackup(projectRef)
  const restore = useRestoreBackup(projectRef)
  const [restoring, setRestoring] = useState<Backup | null>(null)
  const isMaking = report?.backups.some(({ status }) => status === 'MAKING') ?? false
  const isFull = report !== undefined && countManual(report) >= report.manual_most
  const mayBegin = isActive && !isMaking && !isFull && report !== undefined
  const begin = () => create.mutate(undefined, { onError: (thrown) => toast.error(failureText('begin the backup', thrown)) })
  useAsked('back-up', mayOperate && mayBegin, begin)
  // not disabled: the backup that it began keeps it from beginning another, and whoever pressed it by keyboard would lose their place
  const backUp = (
    <Button variant="primary" aria-disabled={!mayBegin || undefined} isPending={create.isPending} onClick={() => mayBegin && begin()}>
      Back up now
    </Button>
  )
  return (
    <Page
      title="Backups"
      description="Copies of the whole database. Each is restored on a server of its own, and every table and index read, before it counts as proved."
      actions={mayOperate && backUp}
    >
      <BackupTabs projectRef={projectRef} />
      {error !== null && <ErrorNotice error={error} onRetry={retry} />}
      {report === undefined && error === null && (
        <output aria-label="Loading the backups" className="flex flex-col gap-3">
          <Skeleton className="h-10 w-full rounded-lg" />
          <Skeleton className="h-24 w-full rounded-lg" />
        </output>
      )}
      {report !== undefined && (
        <>
          <Schedule report={report} isFull={isFull && mayOperate} />
          {!mayOperate && <p className="text-sm text-soft">{whoMay('projects:operate', 'make, restore, download and remove backups')}</p>}
          <RestoreList restores={report.restores} />
          {report.backups.length === 0 ? (
            <EmptyState icon={<DatabaseBackup aria-hidden />} title="No backups yet" action={mayOperate ? backUp : undefined}>
              The first one is made by itself when the project is a day old.
              {mayOperate && ' Before a risky change, make one by hand.'}
            </EmptyState>
          ) : (
            <ul aria-label="Backups" className="flex flex-col gap-3">
              {report.backups.map((backup) => (
                <BackupCard
                  key={backup.id}
                  projectRef={projectRef}
                  backup={backup}
                  mayOperate={mayOperate}
                  isRestored={report.restores.some(({ status, backup_id: id }) => status === 'RUNNING' && id === backup.id)}
                  isOffsite={report.is_offsite}
                  onRestore={() => setRestoring(backup)}
                />
              ))}
            </ul>
          )}
        </>
      )}
      {restoring !== null && (
        <RestoreDialog
          project={project}
          title={`Restore the backup of ${momentText(restoring.taken_at ?? restoring.inserted_at)}`}
          at={restoring.taken_at ?? restoring.inserted_at}
          restores={report?.restores ?? []}
          postgresMajor={restoring.db_version === null ? null : majorOf(restoring.db_version)}
          onRestore={(body) => restore.mutateAsync({ id: restoring.id, body })}
          onClose={() => setRestoring(null)}
        />
      )}
    </Page>
  )
}

/** When they are made, and how long they are kept. */
function Schedule({ report, isFull }: { readonly report: BackupReport; readonly isFull: boolean }) {
  const { kept_days, manual_most, next_at } = report
  return (
    <p className="text-sm text-soft">
      One is made every day and kept for {kept_days} days; the last good one stays until there is another.{' '}
      {next_at === null ? 'None is made while the project is not active.' : `The next is due on ${momentText(next_at)}.`} By hand:{' '}
      {countManual(report)} of {manual_most}, kept until they are removed.{isFull && ' Remove one to make another.'}
      {report.backups.some(({ kind }) => kind === 'before_upgrade') &&
        ` One of before an upgrade is kept for ${Math.max(kept_days, upgradeBackupDays)} days.`}
    </p>
  )
}

function countManual({ backups }: BackupReport): number {
  return backups.filter(({ kind, status }) => kind === 'manual' && status !== 'FAILED' && status !== 'REMOVING').length
}
