import type { Backup } from '@colonnade/contracts/copies/backups'
import { ConfirmDialog, Spinner } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { momentText } from './backup-looks.ts'
import { useRemoveBackup } from './mutations.ts'
import { removalQuery } from './queries.ts'

export interface RemoveBackupDialogProps {
  readonly projectRef: string
  readonly backup: Backup
  readonly onClose: () => void
}

/** Asks before a backup is removed, and says which moments go with it. */
export function RemoveBackupDialog({ projectRef, backup, onClose }: RemoveBackupDialogProps) {
  const remove = useRemoveBackup(projectRef)
  const { data, error } = useQuery(removalQuery(projectRef, backup.id))
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Remove the backup of ${momentText(backup.taken_at ?? backup.inserted_at)}?`}
      description="Its files are deleted, and the database can not be brought back to that moment from it."
      confirmLabel="Remove backup"
      isDanger
      isConfirmDisabled={data === undefined && error === null}
      onConfirm={async () => void (await remove.mutateAsync(backup.id))}
    >
      {data === undefined && error === null && (
        <p className="flex items-center gap-2 text-sm text-soft">
          <Spinner /> Looking at what can be recovered without it
        </p>
      )}
      {error !== null && (
        <p role="alert" className="text-sm text-danger">
          What can be recovered without it is not known: {error.message}
        </p>
      )}
      {data !== undefined && data.lost.length > 0 && (
        <div role="alert" className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 text-sm">
          Point-in-time recovery needs it. Without it, no moment can be recovered
          <ul className="my-1 list-disc pl-5 tabular-nums">
            {data.lost.map(({ starts_at, ends_at }) => (
              <li key={starts_at}>
                from {momentText(starts_at)} to {momentText(ends_at)}
              </li>
            ))}
          </ul>
          Moments that no other backup leads to are lost for good.
        </div>
      )}
    </ConfirmDialog>
  )
}
