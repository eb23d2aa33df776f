import type { Backup } from '@colonnade/contracts/copies/backups'
import { Badge, Button, buttonClass, RelativeTime, toast } from '@colonnade/ui'
import { useState } from 'react'
import { formatBytes, formatNumber } from '../../lib/bytes.ts'
import { isWhole, lookOf, momentText, originOf } from './backup-looks.ts'
import { useProveBackup } from './mutations.ts'
import { downloadUrl } from './queries.ts'
import { RemoveBackupDialog } from './remove-backup-dialog.tsx'
import { failureText } from '../../lib/error-notice.tsx'

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

/** One backup: what it is, whether it can be trusted, and what can be done with it. */
export function BackupCard({ projectRef, backup, mayOperate, isRestored, isOffsite, onRestore }: BackupCardProps) {
  const prove = useProveBackup(projectRef)
  const [isRemoving, setIsRemoving] = useState(false)
  const look = lookOf(backup)
  const time = backup.taken_at ?? backup.inserted_at
  const moment = momentText(time)
  // one button of many that look the same is told apart by its name
  const of = `the backup of ${moment}`
  const isSettled = isWhole(backup) || backup.status === 'DAMAGED' || backup.status === 'FAILED'
  return (
    <li aria-label={`Backup of ${moment}`} className="flex min-w-0 flex-col gap-2 rounded-lg border bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 font-medium tabular-nums">{moment}</h3>
        <Badge tone={look.tone}>{look.label}</Badge>
        <span className="text-xs text-faint">{originOf(backup)}</span>
        {backup.bytes !== null && <span className="text-xs text-faint tabular-nums">{formatBytes(backup.bytes)}</span>}
        {mayOperate && isSettled && (
          <span className="ml-auto flex flex-wrap gap-2">
            {isWhole(backup) && (
              <>
                <Button size="sm" aria-label={`Restore ${of}`} onClick={onRestore}>
                  Restore
                </Button>
                <a href={downloadUrl(projectRef, backup.id)} download aria-label={`Download ${of}`} className={buttonClass({ size: 'sm' })}>
                  Download
                </a>
              </>
            )}
            {backup.status !== 'FAILED' && (
              <Button
                size="sm"
                aria-label={`Prove again ${of}`}
                disabled={isRestored}
                isPending={prove.isPending}
                onClick={() => prove.mutate(backup.id, { onError: (error) => toast.error(failureText('begin the proof', error)) })}
              >
                Prove again
              </Button>
            )}
            <Button size="sm" aria-label={`Remove ${of}`} disabled={isRestored} onClick={() => setIsRemoving(true)}>
              Remove
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
        {isRestored && mayOperate && 'It is being restored: it can be proved again or removed when that is over. '}
        {backup.proof !== null && (
          <>
            Restored and checked <RelativeTime value={backup.proof.at} />: {formatNumber(backup.proof.tables)} tables and{' '}
            {formatNumber(backup.proof.indexes)} indexes, those of Postgres itself among them, are sound.{' '}
          </>
        )}
        {backup.offsite_at !== null && (
          <>
            Copied off-site <RelativeTime value={backup.offsite_at} />.{' '}
          </>
        )}
        {isOffsite && backup.offsite_at === null && backup.status === 'COMPLETED' && 'Not copied off-site yet. '}
        {backup.expires_at !== null && `Kept until ${momentText(backup.expires_at)}. `}
        {backup.db_version !== null && `Postgres ${backup.db_version}.`}
      </p>
      {isRemoving && <RemoveBackupDialog projectRef={projectRef} backup={backup} onClose={() => setIsRemoving(false)} />}
    </li>
  )
}
