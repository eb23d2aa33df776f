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
import { scheduledPageText } from './messages.ts'
import { useCreateBackup, useRestoreBackup } from './mutations.ts'
import { useLiveBackups } from './queries.ts'
import { type CopyBack, RestoreList } from './restore-list.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { majorOf } from './restored-version.ts'

export interface ScheduledPageProps {
  readonly projectRef: string
  readonly copyBack: CopyBack
}

/** Shows a project's backups, their verification and running restores. */
export function ScheduledPage({ projectRef, copyBack }: ScheduledPageProps) {
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
  const begin = () => create.mutate(undefined, { onError: (thrown) => toast.error(failureText(scheduledPageText.toStart, thrown)) })
  useAsked('back-up', mayOperate && mayBegin, begin)
  // aria-disabled, so that the button keeps the focus while its backup runs
  const backUp = (
    <Button variant="primary" aria-disabled={!mayBegin || undefined} isPending={create.isPending} onClick={() => mayBegin && begin()}>
      {scheduledPageText.backUpNow}
    </Button>
  )
  return (
    <Page title={scheduledPageText.backups} description={scheduledPageText.description} actions={mayOperate && backUp}>
      <BackupTabs projectRef={projectRef} />
      {error !== null && <ErrorNotice error={error} onRetry={retry} />}
      {report === undefined && error === null && (
        <output aria-label={scheduledPageText.loadingBackups} className="flex flex-col gap-3">
          <Skeleton className="h-10 w-full rounded-lg" />
          <Skeleton className="h-24 w-full rounded-lg" />
        </output>
      )}
      {report !== undefined && (
        <>
          <Schedule report={report} isFull={isFull && mayOperate} />
          {!mayOperate && <p className="text-sm text-soft">{whoMay('projects:operate', scheduledPageText.operate)}</p>}
          <RestoreList restores={report.restores} copyBack={copyBack} />
          {report.backups.length === 0 ? (
            <EmptyState icon={<DatabaseBackup aria-hidden />} title={scheduledPageText.noBackupsYet} action={mayOperate ? backUp : undefined}>
              {scheduledPageText.firstOne} {mayOperate && scheduledPageText.beforeRiskyChange}
            </EmptyState>
          ) : (
            <ul aria-label={scheduledPageText.backups} className="flex flex-col gap-3">
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
          title={scheduledPageText.restoreBackup(momentText(restoring.taken_at ?? restoring.inserted_at))}
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

/** Says when backups are created, and when they expire. */
function Schedule({ report, isFull }: { readonly report: BackupReport; readonly isFull: boolean }) {
  const { kept_days, manual_most, next_at } = report
  return (
    <p className="text-sm text-soft">
      {scheduledPageText.daily(kept_days)} {next_at === null ? scheduledPageText.paused : scheduledPageText.next(momentText(next_at))}{' '}
      {scheduledPageText.manual(countManual(report), manual_most)} {isFull && `${scheduledPageText.full} `}
      {report.backups.some(({ kind }) => kind === 'before_upgrade') && scheduledPageText.beforeUpgrade(Math.max(kept_days, upgradeBackupDays))}
    </p>
  )
}

function countManual({ backups }: BackupReport): number {
  return backups.filter(({ kind, status }) => kind === 'manual' && status !== 'FAILED' && status !== 'REMOVING').length
}
