import type { Backup } from '@colonnade/contracts/copies/backups'
import { Badge, Button, buttonClass, RelativeTime, toast } from '@colonnade/ui'
import { useState } from 'react'
import { formatBytes, formatNumber } from '../../lib/bytes.ts'
import { isWhole, lookOf, momentText, originOf } from './backup-looks.ts'
import { useProveBackup } from './mutations.ts'
import { downloadUrl } from './queries.ts'
import { RemoveBackupDialog } from './remove-backup-dialog.tsx'
import { failureText } from '../../lib/error-notice.tsx'
import { backupCardText } from './messages.ts'

export interface BackupCardProps {
  readonly projectRef: string
  readonly backup: Backup
  readonly mayOperate: boolean
  /** Whether it is being restored, wherever to. */
  readonly isRestored: boolean
  /** Whether backups are copied elsewhere. */
  readonly isOffsite: boolean
  readonly onRestore: () => void
}

/** Shows a backup, its verification and its actions. */
export function BackupCard({ projectRef, backup, mayOperate, isRestored, isOffsite, onRestore }: BackupCardProps) {
  const prove = useProveBackup(projectRef)
  const [isRemoving, setIsRemoving] = useState(false)
  const look = lookOf(backup)
  const time = backup.taken_at ?? backup.inserted_at
  const moment = momentText(time)
  // names the backup in each button, for screen readers
  const of = backupCardText.theBackup(moment)
  const isSettled = isWhole(backup) || backup.status === 'DAMAGED' || backup.status === 'FAILED'
  return (
    <li aria-label={backupCardText.backup(moment)} className="flex min-w-0 flex-col gap-2 rounded-lg border bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 font-medium tabular-nums">{moment}</h3>
        <Badge tone={look.tone}>{look.label}</Badge>
        <span className="text-xs text-faint">{originOf(backup)}</span>
        {backup.bytes !== null && <span className="text-xs text-faint tabular-nums">{formatBytes(backup.bytes)}</span>}
        {mayOperate && isSettled && (
          <span className="ml-auto flex flex-wrap gap-2">
            {isWhole(backup) && (
              <>
                <Button size="sm" aria-label={backupCardText.restore(of)} onClick={onRestore}>
                  {backupCardText.restoreLabel}
                </Button>
                <a
                  href={downloadUrl(projectRef, backup.id)}
                  download
                  aria-label={backupCardText.download(of)}
                  className={buttonClass({ size: 'sm' })}
                >
                  {backupCardText.downloadLabel}
                </a>
              </>
            )}
            {backup.status !== 'FAILED' && (
              <Button
                size="sm"
                aria-label={backupCardText.verifyNamed(of)}
                disabled={isRestored}
                isPending={prove.isPending}
                onClick={() => prove.mutate(backup.id, { onError: (error) => toast.error(failureText(backupCardText.toVerify, error)) })}
              >
                {backupCardText.verify}
              </Button>
            )}
            <Button size="sm" aria-label={backupCardText.remove(of)} disabled={isRestored} onClick={() => setIsRemoving(true)}>
              {backupCardText.removeLabel}
            </Button>
          </span>
        )}
      </div>
      {backup.problem !== null && (
        <p role="alert" className="rounded-md border border-danger/30 bg-danger-tint px-3 py-2 text-sm wrap-anywhere">
          {backup.problem}
        </p>
      )}
      <p className="text-xs text-soft">
        {isRestored && mayOperate && backupCardText.beingRestoredCanProved}
        {backup.proof !== null && (
          <>
            {backupCardText.verified} <RelativeTime value={backup.proof.at} />
            {backupCardText.counts(formatNumber(backup.proof.tables), formatNumber(backup.proof.indexes))}{' '}
          </>
        )}
        {backup.offsite_at !== null && (
          <>
            {backupCardText.copiedOffsite} <RelativeTime value={backup.offsite_at} />.{' '}
          </>
        )}
        {isOffsite && backup.offsite_at === null && backup.status === 'COMPLETED' && backupCardText.notCopiedOffSite}
        {backup.expires_at !== null && backupCardText.expires(momentText(backup.expires_at))}
        {backup.db_version !== null && backupCardText.postgres(backup.db_version)}
      </p>
      {isRemoving && <RemoveBackupDialog projectRef={projectRef} backup={backup} onClose={() => setIsRemoving(false)} />}
    </li>
  )
}
